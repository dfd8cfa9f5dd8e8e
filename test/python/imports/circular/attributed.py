import circular.attribute as it

print(it.value)
