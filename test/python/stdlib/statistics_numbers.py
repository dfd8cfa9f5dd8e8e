# Means, spreads, quantiles and their errors.
import statistics as s
from fractions import Fraction
d = [1, 2, 3, 4, 4]
print(s.mean(d), s.fmean(d), s.median([1, 3, 2]), s.median([1, 2, 3, 4]), s.median_low([1, 2, 3, 4]), s.median_high([1, 2, 3, 4]), s.mode(d), s.multimode('aabb'), s.stdev(d), s.pstdev(d), s.variance(d), s.pvariance(d))
print(s.quantiles(range(1, 11)), s.quantiles([1, 2, 3], n=2, method='inclusive'), s.geometric_mean([1, 4, 16]), s.harmonic_mean([40, 60]), s.mean([Fraction(1, 2), Fraction(1, 3)]), s.mean([1.5, 2.5]), s.correlation([1, 2, 3], [1, 2, 4]), s.linear_regression([1, 2, 3], [2, 4, 6]), s.covariance([1, 2, 3], [1, 2, 4]), s.median_grouped([1, 2, 2, 3]))
n = s.NormalDist(10, 2); print(n.mean, n.stdev, n.cdf(10), round(n.pdf(10), 6), round(n.inv_cdf(.975), 4), n + 1, n * 2, s.NormalDist.from_samples([1, 2, 3]))
for bad in (lambda: s.mean([]), lambda: s.stdev([1]), lambda: s.mode([]), lambda: s.median([]), lambda: s.harmonic_mean([-1]), lambda: s.quantiles([1])):
    try: print(bad())
    except s.StatisticsError as e: print(e)
