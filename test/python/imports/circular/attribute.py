import circular.attributed

value = 1
