#!/usr/bin/env python3
# This source file is part of Martlet, open-source in-app messaging in Swift.
# Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0
"""Compares Martlet's figures of experiments with those of scipy, statsmodels and gbstats, and fails with the first cases in which they differ.

    compare_figures.py CASES             CASES is what OracleFigureTests writes: one JSON object per line
    compare_figures.py --self-test CASES changes one figure of each kind in its fifth digit, and fails unless each change is found
"""
import json
import math
import sys
import warnings

import numpy as np
from gbstats.frequentist.tests import FrequentistConfig, SequentialConfig, SequentialTwoSidedTTest, TwoSidedTTest
from gbstats.models.statistics import RatioStatistic, RegressionAdjustedStatistic, SampleMeanStatistic
from gbstats.utils import check_srm
from scipy import integrate, optimize, stats
from statsmodels.stats import proportion

RELATIVE = 1e-6
# For figures that are differences of larger ones, and can be near 0.
ABSOLUTE = {"wilson": 1e-12, "newcombe": 1e-12, "mover": 1e-12, "best": 1e-12, "welch": 1e-9, "ratio": 1e-9, "cuped": 1e-9}


def wilson(x, n, alpha):
    return proportion.proportion_confint(int(x), int(n), alpha=alpha, method="wilson")


def newcombe(x, n, y, m, alpha):
    low, high = proportion.confint_proportions_2indep(int(x), int(n), int(y), int(m), method="newcomb", compare="diff", alpha=alpha)
    return x / n - y / m, low, high


def root(function, start):
    """Where a falling function, positive at 0, becomes 0."""
    high = start
    while function(high) > 0:
        high *= 2
    return optimize.brentq(function, 0, high, xtol=1e-300, rtol=1e-14)


def mover(x, n, y, m, alpha):
    """No library has these intervals. They are the ratios for which the interval of the linear contrast ends at 0: solved, not computed."""
    p, q = x / n, y / m
    (l, u), (a, b) = wilson(x, n, alpha), wilson(y, m, alpha)
    low = root(lambda r: p - r * q - math.hypot(p - l, r * (b - q)), p / q)
    high = root(lambda r: p - r * q + math.hypot(u - p, r * (q - a)), p / q)
    return low - 1, high - 1


def sums(numbers):
    """Two statistics and the sum of their products, for each of two arms."""
    arms = []
    for n, y, yy, x, xx, xy in (numbers[:6], numbers[6:12]):
        n = int(n)
        arms.append((n, SampleMeanStatistic(n=n, sum=y, sum_squares=yy), SampleMeanStatistic(n=n, sum=x, sum_squares=xx), xy))
    return arms


def two_sided(control, treatment, alpha):
    """The bounds of the difference by gbstats, and those of the uplift, solved from its means and variances (Fieller)."""
    low, high = TwoSidedTTest(control, treatment, FrequentistConfig(difference_type="absolute", alpha=alpha)).compute_result().ci
    vt, vc = treatment.variance / treatment.n, control.variance / control.n
    mt, mc = treatment.mean, control.mean
    df = (vt + vc) ** 2 / (vt**2 / (treatment.n - 1) + vc**2 / (control.n - 1))
    t = stats.t.isf(alpha / 2, df)
    if mc <= 0 or mc**2 <= t**2 * vc:
        return low, high, math.nan, math.nan
    bound = lambda sign: lambda r: mt - r * mc - sign * t * math.sqrt(vt + r * r * vc)
    upper = root(bound(-1), abs(mt / mc) + 1)
    # The lower bound can be negative, so its search begins below 0.
    start = -1.0
    while bound(1)(start) < 0:
        start *= 2
    return low, high, optimize.brentq(bound(1), start, upper, xtol=1e-300, rtol=1e-14) - 1, upper - 1


def welch(*numbers):
    control, treatment = sums(numbers)
    return two_sided(control[1], treatment[1], numbers[12])


def ratio(*numbers):
    arms = [RatioStatistic(n=n, m_statistic=y, d_statistic=x, m_d_sum_of_products=xy) for n, y, x, xy in sums(numbers)]
    return two_sided(*arms, numbers[12])


def cuped(*numbers):
    (n, y, x, xy), (m, yy, xx, xxyy) = sums(numbers)
    total = n + m
    cov = (xy + xxyy) - (y.sum + yy.sum) * (x.sum + xx.sum) / total
    var = (x.sum_squares + xx.sum_squares) - (x.sum + xx.sum) ** 2 / total
    theta = cov / var
    arms = [
        RegressionAdjustedStatistic(n=k, post_statistic=post, pre_statistic=pre, post_pre_sum_of_products=product, theta=theta)
        for k, post, pre, product in ((n, y, x, xy), (m, yy, xx, xxyy))
    ]
    # gbstats leaves the part that is the same in both arms out of the mean; the difference does not change, the uplift does.
    low, high, *_ = two_sided(*arms, numbers[12])
    return theta, low, high


def sequence(*numbers):
    control, treatment = (arm[1] for arm in sums(numbers))
    alpha, planned = numbers[12], numbers[13]
    config = SequentialConfig(alpha=alpha, difference_type="absolute", sequential_tuning_parameter=planned)
    low, high = SequentialTwoSidedTTest(control, treatment, config).compute_result().ci
    return [(high - low) / 2 / math.sqrt(control.variance / control.n + treatment.variance / treatment.n)]


def split(*numbers):
    half = len(numbers) // 2
    people, shares = list(numbers[:half]), list(numbers[half:])
    expected = [sum(people) * share / sum(shares) for share in shares]
    result = stats.chisquare(people, expected)
    assert math.isclose(check_srm([int(number) for number in people], shares), result.pvalue, rel_tol=1e-9, abs_tol=1e-300)
    return result.statistic, result.pvalue


def size(q, p, r, alpha, power):
    # The library's first group is the arm, and its ratio is that of the second to the first.
    arm = proportion.samplesize_proportions_2indep_onetail(p - q, q, power, ratio=1 / r, alpha=alpha, alternative="two-sided")
    return [arm / r]


def best(*numbers):
    arms = [stats.beta(x + 1, n - x + 1) for x, n in zip(numbers[::2], numbers[1::2])]
    points = sorted({min(max(arm.mean() + k * arm.std(), 0), 1) for arm in arms for k in (-10, -5, -2.5, -1, 0, 1, 2.5, 5, 10)} | {0, 1})

    def integral(function):
        return sum(integrate.quad(function, low, high, epsabs=1e-13, epsrel=1e-11)[0] for low, high in zip(points, points[1:]))

    chances = [integral(lambda x: arm.pdf(x) * np.prod([other.cdf(x) for other in arms if other is not arm])) for arm in arms]
    maximum = integral(lambda x: 1 - np.prod([arm.cdf(x) for arm in arms]))
    return chances + [maximum - arm.mean() for arm in arms]


ORACLES = {
    "beta": lambda a, b, x: [stats.beta.cdf(x, a, b)],
    "student": lambda alpha, df: [stats.t.isf(alpha / 2, df)],
    "normal": lambda alpha: [stats.norm.isf(alpha / 2)],
    "chi-squared": lambda statistic, df: [stats.chi2.sf(statistic, df)],
    "wilson": wilson,
    "newcombe": newcombe,
    "mover": mover,
    "welch": welch,
    "ratio": ratio,
    "cuped": cuped,
    "sequence": sequence,
    "split": split,
    "size": size,
    "best": best,
}


def agree(kind, ours, theirs):
    if math.isnan(ours) or math.isnan(theirs):
        return math.isnan(ours) and math.isnan(theirs)
    return ours == theirs or abs(ours - theirs) <= RELATIVE * abs(theirs) + ABSOLUTE.get(kind, 0)


def differences(case, answers):
    # What only Martlet gives, such as the uplift after CUPED, is not compared.
    return [(ours, float(theirs)) for ours, theirs in zip(case["figures"], answers) if not agree(case["kind"], ours, float(theirs))]


def main():
    warnings.simplefilter("ignore")
    self_test = sys.argv[1] == "--self-test"
    with open(sys.argv[-1]) as lines:
        cases = [json.loads(line) for line in lines]
    for case in cases:
        case["figures"] = [float(figure) for figure in case["figures"]]
    unknown = {case["kind"] for case in cases} ^ set(ORACLES)
    if unknown:
        sys.exit(f"figures: no cases, or no oracle, for {', '.join(sorted(unknown))}")
    if self_test:
        missed = []
        for kind in ORACLES:
            case = next(case for case in cases if case["kind"] == kind and all(map(math.isfinite, case["figures"])))
            answers = list(ORACLES[kind](*case["input"]))
            for index in range(min(len(answers), len(case["figures"]))):
                if case["figures"][index] == 0:
                    continue
                changed = dict(case, figures=[f * (1 + 1e-5) if i == index else f for i, f in enumerate(case["figures"])])
                if not differences(changed, answers):
                    missed.append(f"{kind} {index}")
        if missed:
            sys.exit("figures: changes were not found: " + ", ".join(missed))
        print(f"figures: a change of each figure of {len(ORACLES)} kinds was found")
        return
    failures = 0
    for case in cases:
        wrong = differences(case, ORACLES[case["kind"]](*case["input"]))
        if wrong:
            failures += 1
            if failures <= 10:
                print(f"figures: {case['kind']} {case['input']}: " + ", ".join(f"{ours!r} instead of {theirs!r}" for ours, theirs in wrong))
    if failures:
        sys.exit(f"figures: {failures} of {len(cases)} cases differ")
    print(f"figures: {len(cases)} cases of {len(ORACLES)} kinds agree with scipy, statsmodels and gbstats to 1e-6")


main()
