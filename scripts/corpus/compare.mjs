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

/** Prints how far a library's models come, and why not further; returns the part of them that runs. */
export function summarise(library, results, seconds) {
  const counted = results.filter((result) => result.counted);
  const share = (test) => {
    const count = counted.filter(test).length;
    return `${count} (${((100 * count) / Math.max(1, counted.length)).toFixed(1)} %)`;
  };
  const sameCount = (result) => result.runs && !/\bparameters\b/.test(result.difference ?? '');
  console.log(
    `\n${library}: ${counted.length} models that PyTorch builds (${results.length - counted.length} that it does not), ${seconds.toFixed(0)} s\n` +
      `  build ${share(({ stage }) => stage > 0)}, run as far as PyTorch's ${share(({ runs }) => runs)}, ` +
      `same count of parameters ${share(sameCount)}, equal to the byte ${share(({ verdict }) => verdict === 'equal')}`,
  );
  const groups = new Map();
  for (const { reason, model } of counted.filter(({ verdict }) => verdict === 'fails')) {
    const key = generalReason(reason);
    groups.set(key, [...(groups.get(key) ?? []), model]);
  }
  for (const [reason, models] of [...groups].sort((a, b) => b[1].length - a[1].length)) {
    const some = models.slice(0, 4).join(', ');
    console.log(
      `  ${String(models.length).padStart(4)}  ${reason}\n        ${some}${models.length > 4 ? ', …' : ''}`,
    );
  }
  return counted.length === 0 ? 1 : counted.filter(({ runs }) => runs).length / counted.length;
}
