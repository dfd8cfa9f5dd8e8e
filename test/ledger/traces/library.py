"""A library of the user that keeps state."""
import state_keeper

print(state_keeper.counter, state_keeper.names, state_keeper.Config.value, state_keeper.cached(3), len(state_keeper.calls))
state_keeper.counter += 1
state_keeper.names.append('run')
state_keeper.Config.value = 'changed'
state_keeper.registry['x'] = lambda: 1
state_keeper.Config.new = 1
state_keeper.instance.attribute = [1]
state_keeper.add(5)
state_keeper.cached(4)
del state_keeper.removable
state_keeper.nested['a']['b'].append(2)
state_keeper.group.discard(1)
state_keeper.Config.method = lambda self: 'patched'
print(state_keeper.counter, state_keeper.names, state_keeper.total, state_keeper.nested, sorted(state_keeper.group), state_keeper.Config().method())
