where = 'vendor'
