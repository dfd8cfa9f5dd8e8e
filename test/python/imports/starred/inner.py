print('inner is imported by the star')
