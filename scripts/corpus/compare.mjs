/** One model's line of the corpus beside PyTorch's. */

const stages = ['build', 'inputs', 'forward', 'backward'];
const figures = ['parameters', 'buffers', 'output', 'forward', 'backward'];

/** How far a line came: the number of stages that ended well. */
function reached({ failed }) {
  return failed === undefined ? stages.length : Math.max(0, stages.indexOf(failed));
}

/** Equal where we know: a figure of ours that is unknown (null) is no difference. */
function agrees(ours, theirs) {
  if (ours === null) return true;
  if (Array.isArray(ours) && Array.isArray(theirs))
    return ours.length === theirs.length && ours.every((one, index) => agrees(one, theirs[index]));
  return ours === theirs;
}

/**
 * { model, verdict, runs, difference }: equal (every figure, and the same failure where PyTorch fails), unknown (it runs as far
 * as PyTorch's, to an output that depends on values), differs (it runs as far, a figure differs) or fails (it does not). `counted` is false where PyTorch cannot build the model.
 */
export function judge(ours, theirs) {
  const counted = theirs.failed !== 'build';
  const far = reached(ours) >= reached(theirs);
  const base = { model: ours.model, counted, line: ours, stage: reached(ours) };
  if (!far) {
    return {
      ...base,
      runs: false,
      verdict: 'fails',
      difference: `${ours.failed}: ${ours.error}`,
      reason: ours.error,
    };
  }
  if (JSON.stringify(ours.output ?? null).includes('null') && theirs.output !== undefined)
    return { ...base, runs: true, verdict: 'unknown', difference: 'the output is not known' };
  const wrong = figures.filter((name) => theirs[name] !== undefined && !agrees(ours[name], theirs[name]));
  if (wrong.length > 0) {
    const difference = wrong
      .map((name) => `${name} ${JSON.stringify(ours[name])}, PyTorch ${JSON.stringify(theirs[name])}`)
      .join('; ');
    return { ...base, runs: true, verdict: 'differs', difference };
  }
  if (theirs.failed !== undefined && ours.error !== theirs.error) {
    const difference = `${ours.failed ?? 'no failure'} ${ours.error ?? ''}, PyTorch ${theirs.failed} ${theirs.error}`;
    return { ...base, runs: true, verdict: 'differs', difference };
  }
  return { ...base, runs: true, verdict: 'equal' };
}

/** A failure's text without what differs from model to model. */
function generalReason(text) {
  return text.replaceAll(/\d+/g, 'N').slice(0, 160);
}

/** Verdicts and reasons together: { reason: [models] }, those with the most models first. */
function grouped(results, reasonOf) {
  const groups = new Map();
  for (const result of results) {
    const key = reasonOf(result);
    groups.set(key, [...(groups.get(key) ?? []), result.model]);
  }
  return [...groups].sort((a, b) => b[1].length - a[1].length);
}

/**
 * How far a library's models come: { library, counted, refused, left, ran, rows, fails, differs }. `ran` is the part of the
 * counted that runs as far as PyTorch's, `rows` are [what, count], `fails` and `differs` are [reason, models].
 */
export function summarise(library, results, left) {
  const counted = results.filter((result) => result.counted);
  const count = (test) => counted.filter(test).length;
  const sameCount = (result) => result.runs && !/\bparameters\b/.test(result.difference ?? '');
  const runs = count((result) => result.runs);
  return {
    library,
    counted: counted.length,
    refused: results.length - counted.length,
    left,
    ran: counted.length === 0 ? 1 : runs / counted.length,
    rows: [
      ['build', count(({ stage }) => stage > 0)],
      ["run as far as PyTorch's", runs],
      ['same count of parameters', count(sameCount)],
      ['equal to the byte', count(({ verdict }) => verdict === 'equal')],
      ['an output that depends on values', count(({ verdict }) => verdict === 'unknown')],
    ],
    fails: grouped(
      counted.filter(({ verdict }) => verdict === 'fails'),
      ({ reason }) => generalReason(reason),
    ),
    differs: grouped(
      counted.filter(({ verdict }) => verdict === 'differs'),
      ({ difference }) => generalReason(difference),
    ),
  };
}

export function percent(part, whole) {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
}

/** The summary as lines for a terminal. */
export function summaryText({ library, counted, refused, left, rows, fails }) {
  const parts = rows.map(([what, count]) => `${what} ${count} (${percent(count, counted)})`);
  const rest = left > 0 ? `, ${left} not run yet` : '';
  return [
    `\n${library}: ${counted} models that PyTorch builds (${refused} that it does not${rest})`,
    `  ${parts.join(', ')}`,
    ...fails.map(([reason, models]) => {
      const some = models.slice(0, 4).join(', ');
      return `  ${String(models.length).padStart(4)}  ${reason}\n        ${some}${models.length > 4 ? ', …' : ''}`;
    }),
  ].join('\n');
}
