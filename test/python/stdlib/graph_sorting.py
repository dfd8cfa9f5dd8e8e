# graphlib, difflib, pprint, calendar and ipaddress.
import graphlib, difflib, pprint, calendar, ipaddress
ts = graphlib.TopologicalSorter({'d': {'b', 'c'}, 'b': {'a'}, 'c': {'a'}}); order = list(ts.static_order()); print(order[0], order[-1], sorted(order))
ts = graphlib.TopologicalSorter(); ts.add(2, 1); ts.add(3, 2); ts.prepare()
while ts.is_active():
    ready = ts.get_ready(); print(ready); ts.done(*ready)
try: list(graphlib.TopologicalSorter({1: [2], 2: [1]}).static_order())
except graphlib.CycleError as e: print(e.args[0], e.args[1][0] == e.args[1][-1])
print(list(difflib.unified_diff('a\nb\nc'.split(), 'a\nx\nc'.split(), 'f', 't', lineterm='')), difflib.get_close_matches('appel', ['ape', 'apple', 'peach']), round(difflib.SequenceMatcher(None, 'abcd', 'bcde').ratio(), 3), list(difflib.ndiff(['one'], ['ore'])), difflib.SequenceMatcher(None, 'ab', 'ba').get_opcodes())
pprint.pprint({'b': list(range(30)), 'a': {'nested': 'x' * 60, 'k': (1, 2)}}, width=60); print(pprint.pformat([1, [2, [3, [4]]]], depth=2), pprint.pformat('word ' * 20, width=40), pprint.pformat({3: 1, 1: 2}, sort_dicts=False))
print(calendar.isleap(2024), calendar.monthrange(2024, 2), calendar.month_name[3], calendar.weekday(2024, 2, 29), calendar.leapdays(2000, 2024)); print(calendar.month(2024, 2)); print(calendar.monthcalendar(2023, 1)[0])
n = ipaddress.ip_network('192.168.0.0/29'); print(n, list(n.hosts())[:2], n.num_addresses, ipaddress.ip_address('10.0.0.1') in ipaddress.ip_network('10.0.0.0/8'), ipaddress.ip_address('::1').is_loopback, ipaddress.ip_address('1.2.3.4') + 1, n.netmask, n.broadcast_address)
try: ipaddress.ip_address('999.1.1.1')
except ValueError as e: print(e)
