/**
 * Compares what a script printed on the abstract machine with what it printed under PyTorch.
 *
 * A figure is { name, kind, ours, theirs, tolerance? }. Its kind says how near it must come: `exact` and
 * `requested` equal, `allocated` within 0.5 %, `reserved` within 5 % (both depend on the allocator's
 * history); a tolerance of its own goes before its kind's.
 */

/** Relative tolerance per kind of figure. */
export const tolerances = { exact: 0, requested: 0, allocated: 0.005, reserved: 0.05 };

/** Words before a number that say what it counts; any other number must be equal. */
const kindOfLabel = new Map([
  ['requested', 'requested'],
  ['peak_requested', 'requested'],
  ['allocated', 'allocated'],
  ['peak_allocated', 'allocated'],
  ['peak', 'allocated'],
  ['forward', 'allocated'],
  ['backward', 'allocated'],
  ['reserved', 'reserved'],
]);

/** ours / theirs; 1 for equal values, zeros included. */
export function ratioOf({ ours, theirs }) {
  return ours === theirs ? 1 : ours / theirs;
}

/** Whether a figure is as near as its kind demands. */
export function holds(figure) {
  if (figure.ours === figure.theirs) return true;
  if (typeof figure.ours !== 'number' || typeof figure.theirs !== 'number') return false;
  return (
    Math.abs(figure.ours - figure.theirs) <=
    (figure.tolerance ?? tolerances[figure.kind]) * Math.abs(figure.theirs)
  );
}

const numberPattern =
  /(?<![\w.])-?\d{1,3}(?:,\d{3})+(?![\d,])|(?<![\w.])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?!\w)|\?/g;

/** A line's numbers with their labels, and the line without them (runs of blanks as one). */
function parseLine(line) {
  const numbers = [];
  const text = line.replace(numberPattern, (match, offset) => {
    const label = /([A-Za-z_]+)"?:?\s*$/.exec(line.slice(0, offset))?.[1] ?? '';
    numbers.push({ label, value: match === '?' ? '?' : Number(match.replaceAll(',', '')) });
    return '#';
  });
  return { text: text.replace(/\s+/g, ' ').trim(), numbers };
}

function compareLine(ours, theirs, number) {
  const a = parseLine(ours);
  const b = parseLine(theirs);
  if (a.text !== b.text || a.numbers.length !== b.numbers.length) {
    return [{ name: `line ${number}`, kind: 'exact', ours, theirs }];
  }
  const stage = /^[^:]*(?=:)/.exec(theirs)?.[0] ?? '';
  return b.numbers.map(({ label, value }, i) => ({
    name: `${number} ${stage} ${label}`.replace(/\s+/g, ' ').trim(),
    kind: kindOfLabel.get(label) ?? 'exact',
    ours: a.numbers[i].value,
    theirs: value,
  }));
}

/** Figures of two texts, line by line; a line that is missing or worded otherwise is one `exact` figure. */
export function compareText(ours, theirs) {
  const a = ours.replace(/\n$/, '').split('\n');
  const b = theirs.replace(/\n$/, '').split('\n');
  const figures = [];
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    figures.push(...compareLine(a[i] ?? '(no line)', b[i] ?? '(no line)', i + 1));
  }
  return figures;
}

const phaseFigures = [
  ['peak allocated', 'allocated'],
  ['end allocated', 'allocated'],
  ['peak requested', 'requested'],
  ['end requested', 'requested'],
];

/** Figures of two lines of JSON as test/truth/model_truth.py prints them; the keys of `theirs` decide. */
export function compareAccount(ours, theirs) {
  const figures = [];
  const phase = (name, mine, real) => {
    phaseFigures.forEach(([what, kind], i) => {
      figures.push({ name: `${name} ${what}`, kind, ours: mine?.[i] ?? null, theirs: real[i] });
    });
  };
  for (const [key, value] of Object.entries(theirs)) {
    if (key === 'case') continue;
    if (key === 'steps') {
      value.forEach((step, i) => {
        for (const [name, real] of Object.entries(step))
          phase(`step ${i} ${name}`, ours.steps?.[i]?.[name], real);
      });
    } else if (key === 'forward') {
      phase('forward', ours.forward, value);
    } else {
      const kind = key === 'reserved' ? 'reserved' : key === 'start' ? 'allocated' : 'exact';
      const plain = (v) => (typeof v === 'number' ? v : JSON.stringify(v));
      figures.push({ name: key, kind, ours: plain(ours[key] ?? null), theirs: plain(value) });
    }
  }
  return figures;
}

/** Figures of an account that `estimate` printed, of step `count`, beside a line as `compareAccount` takes it. */
export function compareEstimate(account, theirs, count) {
  const step = theirs.steps?.[count - 1] ?? { forward: theirs.forward };
  const figures = [{ name: 'status', kind: 'exact', ours: account.status, theirs: 'exact' }];
  const exact = (name, ours, real) => {
    if (real !== undefined) figures.push({ name, kind: 'exact', ours, theirs: real });
  };
  exact('parameters', account.parameters.count, theirs.parameters);
  exact('parameter_bytes', account.parameters.bytes, theirs.parameter_bytes);
  exact('trainable', account.parameters.trainable_count, theirs.trainable);
  exact('buffer_bytes', account.buffers.bytes, theirs.buffer_bytes);
  exact(
    'output',
    JSON.stringify(account.output.map(({ shape, dtype }) => [shape, dtype])),
    JSON.stringify(theirs.output),
  );
  exact('saved', account.saved.bytes, theirs.saved);
  exact('gradient_bytes', account.gradients.bytes, theirs.gradient_bytes);
  exact('optimizer_bytes', account.optimizer_state.bytes, theirs.optimizer_bytes);
  for (const [name, real] of Object.entries(step)) {
    const mine = account.phases.find((phase) => phase.name === (name === 'end' ? 'zero_grad' : name));
    const ours = [mine?.peak_allocated, mine?.end_allocated, mine?.peak_requested, mine?.end_requested];
    phaseFigures.forEach(([what, kind], i) => {
      // The recording's peak after zero_grad is that of the step.
      if (name === 'end' && what.startsWith('peak')) return;
      figures.push({ name: `${name} ${what}`, kind, ours: ours[i] ?? null, theirs: real[i] });
    });
  }
  if (count === (theirs.steps?.length ?? 1))
    figures.push({
      name: 'reserved',
      kind: 'reserved',
      ours: account.peak.reserved,
      theirs: theirs.reserved,
    });
  return figures;
}

/** Figures of the runs that others measured on a real Tesla T4: ours beside the recording's, and beside the card's. */
export function compareT4(stdout, theirs) {
  const ours = new Map(
    stdout
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))
      .map((line) => [line.case, line]),
  );
  return theirs.flatMap((line) =>
    ['allocated', 'reserved'].flatMap((kind) => {
      const mine = ours.get(line.case)?.[kind] ?? null;
      return [
        { name: `${line.case} ${kind}`, kind, ours: mine, theirs: line[kind], tolerance: 0 },
        {
          name: `${line.case} ${kind} of the card`,
          kind,
          ours: mine,
          theirs: line[`real_${kind}`],
          tolerance: kind === 'reserved' ? 0.04 : 0.005,
        },
      ];
    }),
  );
}
