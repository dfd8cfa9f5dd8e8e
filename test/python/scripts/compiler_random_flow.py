"""Random nestings of loops, try, with and match, written by a program: every way out of every block."""

class E1(Exception): pass
class E2(E1): pass
class CM:
    def __init__(s, n, sw): s.n = n; s.sw = sw
    def __enter__(s): print('en', s.n); return s.n
    def __exit__(s, t, v, b): print('ex', s.n, t and t.__name__); return s.sw
cnt = 0
def c(n):
    global cnt
    cnt += 1
    r = (cnt * 7919 + n * 104729) % 10 < 5
    print('c', n, r)
    return r

def f0():
    w = 0
    for v2 in range(2):
        if (c(4) if not c(6) else (c(8) or c(9))): raise E2(9)
print("== f0")
try: print('r', f0())
except BaseException as e: print(type(e).__name__, e, type(e.__context__).__name__)
def f1():
    w = 0
    if c(11): raise E2(11)
print("== f1")
try: print('r', f1())
except BaseException as e: print(type(e).__name__, e, type(e.__context__).__name__)
def f2():
    w = 0
    with CM(12, False):
        for v1 in range(3):
            print(14)
            if (c(17) or (w := c(18))): raise E1(18)
    try:
        try:
            if c(22): raise ValueError(22)
        finally:
            print(23)
        for v1 in range(2):
            if c(26): return 26
            if not (1 < 0 < 3 or not not c(33)): raise ValueError(33)
            print(34)
        else:
            raise E1(35)
            if not not not c(40): return 40
            if c(42): raise E1(42)
    finally:
        try:
            if c(45): raise E2(45)
        finally:
            if (c(48) if (not c(51) if not 1 < 3 < 3 else c(54)) else (not not (w := c(58)) or not not 1 < 1 < 3)): return c(61)
            raise E1(62)
    for v2 in range(3):
        with CM(64, False):
            if c(66): return c(66)
        if c(68):
            if not not 1 < 2 < 3: raise E1(72)
            print(73)
            if ((c(77) and not c(79)) and not c(81)): break
        else:
            if c(83): continue
            print(84)
    else:
        with CM(85, True):
            if c(87): raise E1(87)
print("== f2")
try: print('r', f2())
except BaseException as e: print(type(e).__name__, e, type(e.__context__).__name__)
def f3():
    w = 0
    s = 1
    match s:
        case 2 | 1 if c(89):
            if (c(92) or c(93)): raise E2(93)
    try:
        try:
            if c(97): return c(97)
        except E2:
            print(98)
            print(99)
        except E1 as e:
            print(100)
            return 101
        else:
            print(102)
    except (TypeError, E1) as e:
        if not (c(106) and c(107)): raise E1(107)
        raise
    else:
        with CM(108, True) as y, CM(1080, False):
            return 109
        try:
            return 111
        except ValueError:
            return 112
            print(113)
            if (not c(117) if (w := c(118)) else c(119)): return 119
        else:
            print(120)
            print(121)
            print(122)
        if 1 < 4 < 3: raise ValueError(124)
    finally:
        print(125)
print("== f3")
try: print('r', f3())
except BaseException as e: print(type(e).__name__, e, type(e.__context__).__name__)
def f4():
    w = 0
    with CM(126, False) as y, CM(1260, False):
        s = 1
        match s:
            case {**zz} if (c(129) and (c(131) and c(132))):
                if c(134): return c(134)
                print(135)
                return 136
            case int():
                print(137)
    s = {"a": c(138)}
    match s:
        case [1, int() as m]:
            for v1 in range(0):
                print(140)
    for v2 in range(0):
        print(142)
        print(143)
print("== f4")
try: print('r', f4())
except BaseException as e: print(type(e).__name__, e, type(e.__context__).__name__)
def f5():
    w = 0
    with CM(144, True) as y, CM(1440, False):
        n145 = 0
        while True:
            n148 += 1
            if n148 > 3: break
            continue
            print(150)
            print("s", (yield 151))
        else:
            x0 = c(152); print(152)
        try:
            print(154)
            if c(156): return c(156)
            if not c(159): raise E2(159)
        finally:
            print(160)
    if c(162): return c(162)
    if c(164):
        if c(166): raise ValueError(166)
    elif not (c(169) and c(170)):
        try:
            print("s", (yield 172))
        except ValueError:
            print("s", (yield 173))
            print(174)
            raise
        except (TypeError, E1):
            return 175
            print("s", (yield 176))
            x1 = c(177); print(177)
            raise
        finally:
            print("s", (yield 178))
            print(179)
        if c(181): raise ValueError(181)
        try:
            if (c(185) if (w := c(186)) else c(187)): raise E2(187)
            raise E1(188)
            print(189)
        finally:
            if not (c(193) and not c(195)): raise E2(195)
    else:
        print("s", (yield 196))
        for v1 in range(3):
            print(198)
            break
            if c(201): break
    yield "end"
print("== f5")
try:
    g = f5(); r = next(g); n = 0
    while n < 6:
        n += 1
        print('y', r)
        r = g.throw(E1('t')) if n == 4 else g.send(n)
    g.close()
except BaseException as e: print(type(e).__name__, e, type(e.__context__).__name__)
def f6():
    w = 0
    print("s", (yield 202))
    try:
        for v1 in range(2):
            print(205)
            print(206)
            return 207
    except E2:
        n208 = 0
        while True:
            n212 += 1
            if n212 > 3: break
            print(213)
        with CM(214, False) as y, CM(2140, False):
            print(215)
            return 216
            if (c(219) if (c(221) if True else c(223)) else (1 < 0 < 3 and (w := c(226)))): return 226
    yield "end"
print("== f6")
try:
    g = f6(); r = next(g); n = 0
    while n < 6:
        n += 1
        print('y', r)
        r = g.throw(E1('t')) if n == 4 else g.send(n)
    g.close()
except BaseException as e: print(type(e).__name__, e, type(e.__context__).__name__)
def f7():
    w = 0
    try:
        n228 = 0
        while True:
            n229 += 1
            if n229 > 3: break
            break
            if c(232): return 232
        if c(234): return 234
    except* E1 as e:
        print(235)
        print(245)
        print(246)
    return 247
    with CM(248, False):
        if c(250):
            if 1 < 2 < 3: return 252
            return 253
            print(254)
print("== f7")
try: print('r', f7())
except BaseException as e: print(type(e).__name__, e, type(e.__context__).__name__)
def f8():
    w = 0
    try:
        with CM(256, False):
            return 257
            print(258)
            if (w := c(260)): return c(260)
        n261 = 0
        while c(262):
            n262 += 1
            if n262 > 3: break
            continue
            x0 = c(264); print(264)
            raise E1(265)
        else:
            if (c(268) or not not c(271)): return c(271)
            print(272)
    except ValueError as e:
        for v1 in range(0):
            print(274)
            if (not 1 < 3 < 3 if c(279) else (c(281) and 1)): raise E2(282)
        with CM(283, False):
            x0 = c(284); print(284)
            print(285)
            if (w := c(287)): return 287
        if c(289):
            print(290)
            if c(292): return c(292)
            if c(294): return 294
        else:
            return 295
        raise
    else:
        try:
            if 1 < 3 < 3: raise E2(298)
            if ((c(302) or c(303)) and (not 1 < 1 < 3 or not c(308))): return c(308)
        finally:
            if 1 < 0 < 3: raise E1(310)
            raise E1(311)
            print(312)
    try:
        print(314)
        with CM(315, False):
            print(316)
            if not c(319): return c(319)
            return 320
        try:
            if (True or (1 < 1 < 3 or c(327))): return 327
        except E2:
            return 328
            if (c(331) or (not 1 < 4 < 3 or not 1 < 1 < 3)): raise E1(336)
            return 337
        except E1 as e:
            if (1 < 0 < 3 if c(341) else c(342)): return c(342)
            if 1 < 4 < 3: raise ValueError(344)
        except:
            if ((not c(349) or c(350)) and (not not not not c(356) and c(357))): return c(357)
    except E2:
        for v1 in range(0):
            print(359)
            x0 = c(360); print(360)
            if c(362): continue
        try:
            if (w := c(365)): return 365
            if c(367): raise ValueError(367)
            x0 = c(368); print(368)
        except E1 as e:
            print(369)
            if (w := c(371)): raise E1(371)
            raise
        except ValueError:
            if (c(374) or ((w := c(376)) if 1 < 2 < 3 else c(378))): return c(378)
        finally:
            x3 = c(379); print(379)
            if (1 < 2 < 3 and not False): return 384
            print(385)
        if c(387): return 387
    except ValueError as e:
        print(388)
        for v1 in range(2):
            break
            print(391)
        else:
            x0 = c(392); print(392)
            raise E1(393)
            if (w := c(395)): return c(395)
        try:
            return 397
            if (c(400) if ((w := c(402)) or True) else (w := c(404))): raise E1(404)
            if c(406): return c(406)
        finally:
            if not c(409): raise E1(409)
            if c(411): return 411
print("== f8")
try: print('r', f8())
except BaseException as e: print(type(e).__name__, e, type(e.__context__).__name__)
def f9():
    w = 0
    return 412
    return 413
    try:
        print(415)
        x0 = c(416); print(416)
    except E1:
        if c(418):
            if not c(421): raise ValueError(421)
            if c(423): raise E2(423)
            x0 = c(424); print(424)
        else:
            if not (w := c(427)): return 427
        with CM(428, False) as y, CM(4280, False):
            print(429)
        with CM(430, False):
            return 431
            return 432
    finally:
        try:
            print(434)
            if (c(437) and c(438)): raise E1(438)
        except* E1 as e:
            x3 = c(439); print(439)
            print(440)
        else:
            if ((not c(445) or c(446)) or (not 1 < 4 < 3 or 1 < 0 < 3)): return c(450)
        n451 = 0
        while ((not c(455) or not not not not not not not c(463)) and c(464)):
            n464 += 1
            if n464 > 3: break
            print(465)
print("== f9")
try: print('r', f9())
except BaseException as e: print(type(e).__name__, e, type(e.__context__).__name__)
def f10():
    w = 0
    n466 = 0
    while True:
        n473 += 1
        if n473 > 3: break
        n474 = 0
        while True:
            n475 += 1
            if n475 > 3: break
            print(476)
            print(477)
    print(478)
    print(479)
    yield "end"
print("== f10")
try:
    g = f10(); r = next(g); n = 0
    while n < 6:
        n += 1
        print('y', r)
        r = g.throw(E1('t')) if n == 2 else g.send(n)
    g.close()
except BaseException as e: print(type(e).__name__, e, type(e.__context__).__name__)
def f11():
    w = 0
    n480 = 0
    while 1 < 1 < 3:
        n481 += 1
        if n481 > 3: break
        try:
            continue
            print(484)
            return 485
        except E1:
            raise E1(486)
            raise E1(487)
            break
        else:
            print(489)
    else:
        if (not c(493) and (not c(496) if c(497) else c(498))): return 498
        print(499)
        try:
            if (1 < 3 < 3 if c(504) else (not not 1 < 3 < 3 and not c(510))): return 510
        except ValueError as e:
            raise E1(511)
            print(512)
        except E1 as e:
            if ((not not c(518) if not not not not c(523) else not not (w := c(526))) or 1 < 2 < 3): return 527
        else:
            if ((c(531) or c(532)) if not not 1 else (c(537) or not not 1 < 0 < 3)): raise ValueError(540)
        finally:
            if c(542): return c(542)
            print(543)
            print(544)
print("== f11")
try: print('r', f11())
except BaseException as e: print(type(e).__name__, e, type(e.__context__).__name__)
def f12():
    w = 0
    n545 = 0
    while (True and (1 < 4 < 3 if 0 else 1 < 1 < 3)):
        n551 += 1
        if n551 > 3: break
        with CM(552, False) as y, CM(5520, False):
            if c(554): raise ValueError(554)
            if ((1 < 3 < 3 or not not c(561)) or (w := c(562))): raise E1(562)
            x3 = c(563); print(563)
    yield "end"
print("== f12")
try:
    g = f12(); r = next(g); n = 0
    while n < 6:
        n += 1
        print('y', r)
        r = g.throw(E1('t')) if n == 3 else g.send(n)
    g.close()
except BaseException as e: print(type(e).__name__, e, type(e.__context__).__name__)
def f13():
    w = 0
    for v2 in range(2):
        try:
            break
        except* TypeError as e:
            raise E1(567)
            print(568)
            print(569)
        with CM(570, False) as y, CM(5700, False):
            print(571)
            x0 = c(572); print(572)
    for v2 in range(2):
        n574 = 0
        while c(575):
            n575 += 1
            if n575 > 3: break
            if ((w := c(578)) or c(579)): raise E2(579)
            print(580)
            print(581)
print("== f13")
try: print('r', f13())
except BaseException as e: print(type(e).__name__, e, type(e.__context__).__name__)
def f14():
    w = 0
    for v2 in range(0):
        n583 = 0
        while ((1 < 1 < 3 and c(587)) or (c(589) and not (w := c(591)))):
            n591 += 1
            if n591 > 3: break
            if c(593): raise ValueError(593)
            if ((c(597) or not not c(600)) or c(601)): return c(601)
    else:
        if c(603):
            return 604
        for v1 in range(1):
            print(606)
            print(607)
    for v2 in range(0):
        try:
            x2 = c(610); print(610)
            if 1 < 2 < 3: raise E2(612)
        except E2:
            if c(614): continue
            x3 = c(615); print(615)
        finally:
            if c(617): raise ValueError(617)
            continue
            print(619)
        break
    else:
        if (c(623) or c(624)):
            return 625
        elif not not c(628):
            x1 = c(629); print(629)
            print(630)
            return 631
        else:
            print(632)
        with CM(633, True):
            if (not not 1 < 3 < 3 and (not True if 1 < 2 < 3 else c(643))): return 643
            print(644)
            print(645)
        if not (c(649) if c(650) else not 1 < 2 < 3):
            return 653
print("== f14")
try: print('r', f14())
except BaseException as e: print(type(e).__name__, e, type(e.__context__).__name__)
def f15():
    w = 0
    try:
        x3 = c(655); print(655)
        for v1 in range(3):
            if not c(659): continue
            if not c(662): continue
        s = 1
        match s:
            case [a, b]:
                return 664
                if (not (w := c(668)) or (not 1 < 1 < 3 or True)): raise ValueError(672)
            case int():
                return 673
                print(674)
            case None:
                return 675
                x0 = c(676); print(676)
                print(677)
            case [1, int() as m]:
                if (False and 1 < 1 < 3): raise ValueError(681)
    except E1:
        for v1 in range(3):
            if (c(685) and (1 < 2 < 3 and not 1 < 4 < 3)): continue
            continue
            if (c(693) and (c(695) or c(696))): raise E1(696)
        raise
    except E2 as e:
        n697 = 0
        while True:
            n699 += 1
            if n699 > 3: break
            continue
            x1 = c(701); print(701)
        print(702)
    except:
        return 703
        n704 = 0
        while True:
            n705 += 1
            if n705 > 3: break
            print(706)
            if (c(709) or (w := c(710))): continue
            if c(712): break
        n713 = 0
        while True:
            n729 += 1
            if n729 > 3: break
            break
print("== f15")
try: print('r', f15())
except BaseException as e: print(type(e).__name__, e, type(e.__context__).__name__)
