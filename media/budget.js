/**
 * The sidebar's page. It gets the data of src/features/budget-view.ts and draws it; what a person does goes back as messages.
 */
/* global acquireVsCodeApi, document, window, planner */
'use strict';

const vscode = acquireVsCodeApi();
const root = document.getElementById('root');
const SVG = 'http://www.w3.org/2000/svg';

/** The drawing's size; it is as wide as the page. */
let WIDTH = 300;
const HEIGHT = 190;
const LEFT = 4;
const RIGHT = 4;
const TOP = 26;
const BOTTOM = 22;

/** @type {any} */
let view;
let isDrawing = false;
/** The last view that came, as text. */
let received = '';

window.addEventListener('message', ({ data }) => {
  if (data.type === 'view') {
    // What is pointed at, or chosen from, stays as it is while nothing is new.
    const text = JSON.stringify(data.view);
    if (text === received) return;
    received = text;
    const before = view.selected;
    view = data.view;
    if (view.selected !== before) window.scrollTo(0, 0);
    planner.viewChanged(view);
    redraw();
  } else if (data.type === 'answer') planner.answered(data);
  else if (data.type === 'open') planner.open(data.part);
});

/** Draws all anew; what has the focus keeps it, and what is typed there. */
function redraw() {
  const { id, value, isTyped } = focusedField();
  vscode.setState({ view, planner: planner.state() });
  render();
  const field = id && document.getElementById(id);
  if (!field) return;
  if (isTyped) field.value = value;
  field.focus();
}

function focusedField() {
  const field = document.activeElement;
  const isTyped = field?.tagName === 'INPUT' && field.value !== field.defaultValue;
  return { id: field?.id, value: field?.value, isTyped };
}

/** Three digits or so, in binary units. */
function bytes(count) {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
  let value = Math.abs(count);
  let unit = 0;
  while (value >= 1023.995 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  const digits = unit === 0 ? 0 : value < 10 ? 2 : value < 100 ? 1 : 0;
  return `${count < 0 ? '-' : ''}${value.toFixed(digits)} ${units[unit]}`;
}

function share(part, whole) {
  return whole === 0 ? '' : `${((100 * part) / whole).toFixed(1)} %`;
}

/** Makes an element: attributes, then children (elements or text). */
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on'))
      element.addEventListener(key.slice(2), (event) => {
        // A field that is taken away while it has the focus says that it changed.
        if (!isDrawing) value(event);
      });
    else if (value !== undefined && value !== false) element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

function draw(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** A style that the page's policy would forbid as an attribute. */
function styled(element, properties) {
  for (const [key, value] of Object.entries(properties)) element.style.setProperty(key, value);
  return element;
}

function command(text, id, className = 'link') {
  return make(
    'button',
    { class: className, onclick: () => vscode.postMessage({ type: 'command', command: id }) },
    text,
  );
}

function placeLink(place) {
  return make(
    'button',
    {
      class: 'link',
      onclick: () => vscode.postMessage({ type: 'open', path: place.path, line: place.line }),
    },
    place.text,
  );
}

function render() {
  WIDTH = Math.max(180, root.clientWidth || 300);
  const parts = [];
  if (view.entries.length > 0) parts.push(entryPicker());
  if (view.message) parts.push(make('p', { class: 'error', role: 'alert' }, view.message));
  if (view.figures) parts.push(...figures(view.figures));
  else if (view.busy) parts.push(make('p', { class: 'quiet', role: 'status' }, 'The model is being run…'));
  else if (view.entries.length === 0) parts.push(...welcome());
  isDrawing = true;
  root.replaceChildren(...parts);
  isDrawing = false;
}

function welcome() {
  return [
    make(
      'p',
      {},
      view.nothing ?? 'Open a Python file with a PyTorch model to see where its GPU memory goes.',
    ),
    make('p', {}, command('Create vram-ledger.json', 'vramLedger.createConfig', 'main')),
  ];
}

function entryPicker() {
  const select = make(
    'select',
    {
      id: 'entry',
      'aria-label': 'Model or script',
      onchange: () => vscode.postMessage({ type: 'select', key: select.value }),
    },
    ...view.entries.map(({ key, name }) =>
      make('option', { value: key, selected: key === view.selected }, name),
    ),
  );
  return select;
}

function figures(of) {
  return [
    ...headline(of),
    bar(of),
    ...planner.parts(view),
    make('h2', {}, 'The step over time'),
    ...timeline(of, planner.otherFigures()),
    make('h2', { id: 'at-peak' }, 'At the peak'),
    accounts(of),
    make('h2', {}, 'Against the budget'),
    totals(of),
    ...(of.phases.length > 1 ? [make('h2', {}, 'Phases'), phases(of)] : []),
  ];
}

function headline(of) {
  const atLeast = of.atLeast ? 'at least ' : '';
  const over = of.need - of.limit;
  const verdict = of.over
    ? over > 0
      ? `${bytes(over)} too much`
      : 'runs out of memory'
    : of.atLeast
      ? 'not known whether it fits'
      : `fits, ${bytes(-over)} to spare`;
  const where = [of.peak.phase];
  if (of.peak.operator) where.push(of.peak.operator);
  if (of.peak.module) where.push(of.peak.module);
  return [
    make(
      'div',
      { class: 'headline' },
      make('strong', {}, atLeast + bytes(of.allocated)),
      make('span', {}, `of ${bytes(of.limit)} (${of.limitName})`),
    ),
    make(
      'div',
      { class: 'headline' },
      make('span', { class: of.over ? 'badge over' : 'badge' }, of.over ? `⚠ ${verdict}` : verdict),
      make('span', { class: 'badge', title: 'How far the figures can be trusted' }, of.trust),
    ),
    ...missing(of),
    make('p', { class: 'quiet' }, of.setting),
    make(
      'p',
      {},
      'Peak in ',
      where.join(' · '),
      ...(of.peak.place ? [' at ', placeLink(of.peak.place)] : []),
    ),
  ];
}

/** Why parts are not known. */
function missing({ missing: what }) {
  if (!what) return [];
  return [
    make(
      'p',
      { id: 'missing' },
      `Not all is known: ${what.reason}`,
      ...(what.place ? [' at ', placeLink(what.place)] : []),
      ...(what.more > 0
        ? [', and ', command(`${what.more} more`, 'vramLedger.showAssumptions'), '.']
        : ['.']),
    ),
  ];
}

/** What the process takes, from the left: allocated by category, reserved beyond it, context, margin. */
function bar(of) {
  const whole = Math.max(of.limit, of.need);
  const part = (size, className, color) =>
    styled(make('i', { class: className }), {
      width: `${(100 * size) / whole}%`,
      ...(color ? { background: `var(--${color})` } : {}),
    });
  const parts = of.categories.map(({ id, bytes: size }) => part(size, '', id));
  parts.push(part(Math.max(0, of.reserved - of.allocated), 'reserved-only'));
  if (of.context > 0) parts.push(part(of.context, 'context'));
  if (of.margin > 0) parts.push(part(of.margin, 'margin'));
  if (of.need > of.limit)
    parts.push(styled(make('i', { class: 'limit' }), { left: `${(100 * of.limit) / whole}%` }));
  const label = `Allocated ${bytes(of.allocated)}, reserved ${bytes(of.reserved)}, needed with context and margin ${bytes(of.need)}, of ${bytes(of.limit)}`;
  return make('div', { class: 'bar', role: 'img', 'aria-label': label }, ...parts);
}

function totals(of) {
  const row = (name, size) => make('tr', {}, make('th', { scope: 'row' }, name), make('td', {}, size));
  const between = (interval) =>
    interval ? [row("… with cuDNN's workspaces", `${bytes(interval[0])} to ${bytes(interval[1])}`)] : [];
  return make(
    'table',
    {},
    row('allocated', bytes(of.allocated)),
    ...between(of.interval?.allocated),
    row('reserved', bytes(of.reserved)),
    ...between(of.interval?.reserved),
    row('CUDA context', of.contextKnown ? bytes(of.context) : 'not known'),
    ...(of.margin > 0 ? [row('margin', bytes(of.margin))] : []),
    row(of.contextKnown ? 'needed' : 'needed, without the context', bytes(of.need)),
  );
}

function swatch(id) {
  return styled(make('span', { class: 'swatch', 'aria-hidden': 'true' }), { background: `var(--${id})` });
}

function accounts(of) {
  return make(
    'table',
    { 'aria-labelledby': 'at-peak' },
    ...of.categories.map(({ id, name, bytes: size }) =>
      make(
        'tr',
        {},
        make('th', { scope: 'row' }, swatch(id), name),
        make('td', {}, bytes(size)),
        make('td', { class: 'quiet' }, share(size, of.allocated)),
      ),
    ),
    make(
      'tr',
      { class: 'total' },
      make('th', { scope: 'row' }, 'peak allocated'),
      make('td', {}, bytes(of.allocated)),
      make('td', {}),
    ),
  );
}

function phases(of) {
  const head = ['phase', 'peak', 'at its end'].map((text) => make('th', { scope: 'col' }, text));
  const rows = of.phases.map(({ name, peak, end }) =>
    make(
      'tr',
      {},
      make('th', { scope: 'row' }, name),
      make('td', {}, bytes(peak)),
      make('td', {}, bytes(end)),
    ),
  );
  return make('table', {}, make('thead', {}, make('tr', {}, ...head)), make('tbody', {}, ...rows));
}

/** The drawing of the step; `other` is drawn as an outline over it, on the same scale. */
function timeline(of, other) {
  const { timeline: line } = of;
  if (!line) return [make('p', { class: 'quiet' }, 'Being drawn…')];
  if (line.points.length < 2) return [make('p', { class: 'quiet' }, 'Nothing is allocated during the step.')];
  const count = line.points.length;
  const second = other?.timeline?.points.length > 1 ? other.timeline : undefined;
  const top = Math.max(...line.reserved, ...line.allocated, ...(second?.allocated ?? []), 1);
  const x = (i) => LEFT + (i / (count - 1)) * (WIDTH - LEFT - RIGHT);
  const y = (size) => HEIGHT - BOTTOM - (size / top) * (HEIGHT - TOP - BOTTOM);
  const readout = make(
    'p',
    { class: 'readout quiet', 'aria-live': 'polite' },
    of.isTimelineEarlier
      ? 'Of the figures before; the new drawing comes.'
      : 'Point at the drawing, or use the arrow keys.',
  );
  const svg = draw('svg', {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    role: 'img',
    tabindex: 0,
    id: 'timeline',
    class: of.isTimelineEarlier ? 'earlier' : '',
    'aria-label':
      `Memory over the step: peak ${bytes(of.allocated)} in ${of.peak.phase}. ` +
      of.phases.map(({ name, peak }) => `${name} up to ${bytes(peak)}`).join(', ') +
      '. Arrow keys move through it.',
  });
  svg.append(...areas(line, x, y), phaseMarks(line, x), axis(top, y, second !== undefined));
  if (second)
    svg.append(
      draw('polyline', {
        class: 'what-if',
        points: second.allocated
          .map(
            (size, i) => `${LEFT + (i / (second.allocated.length - 1)) * (WIDTH - LEFT - RIGHT)},${y(size)}`,
          )
          .join(' '),
      }),
    );
  if (of.limit < top)
    svg.append(
      draw('line', { class: 'limit', x1: LEFT, x2: WIDTH - RIGHT, y1: y(of.limit), y2: y(of.limit) }),
    );
  if (!of.isTimelineEarlier) svg.append(peakMark(of, line, x, y));
  const cursor = draw('line', { class: 'cursor', y1: TOP, y2: HEIGHT - BOTTOM, visibility: 'hidden' });
  svg.append(cursor);
  let at = line.peak;
  const point = (i) => {
    at = Math.min(count - 1, Math.max(0, i));
    cursor.setAttribute('x1', String(x(at)));
    cursor.setAttribute('x2', String(x(at)));
    cursor.setAttribute('visibility', 'visible');
    readout.textContent = describe(line, at);
  };
  svg.addEventListener('pointermove', (event) => {
    const { left, width } = svg.getBoundingClientRect();
    const unit = ((event.clientX - left) / width) * WIDTH;
    point(Math.round(((unit - LEFT) / (WIDTH - LEFT - RIGHT)) * (count - 1)));
  });
  svg.addEventListener('pointerleave', () => cursor.setAttribute('visibility', 'hidden'));
  svg.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 }[event.key];
    if (step) point(at + step);
    else if (event.key === 'Home') point(0);
    else if (event.key === 'End') point(count - 1);
    else if (event.key === 'Enter') point(line.peak);
    else return;
    event.preventDefault();
  });
  return [svg, readout];
}

/** The categories, stacked, and the reserved memory as a line above them. */
function areas(line, x, y) {
  const bottoms = line.points.map(() => 0);
  const drawn = line.categories.map(({ id }, category) => {
    const upper = [];
    const lower = [];
    line.points.forEach((sizes, i) => {
      lower.push(`${x(i)},${y(bottoms[i])}`);
      bottoms[i] += sizes[category];
      upper.push(`${x(i)},${y(bottoms[i])}`);
    });
    return styled(draw('polygon', { points: [...upper, ...lower.reverse()].join(' ') }), {
      fill: `var(--${id})`,
    });
  });
  const reserved = draw('polyline', {
    class: 'reserved',
    points: line.reserved.map((size, i) => `${x(i)},${y(size)}`).join(' '),
  });
  return [...drawn, reserved];
}

/** Names of phases where there is little room. */
const SHORT = { forward: 'fw', backward: 'bw', 'optimizer step': 'step' };

function phaseMarks(line, x) {
  const group = draw('g');
  let from = 0;
  // Micro-batches repeat forward and backward: their names are written where there is room.
  let lastLabel = -Infinity;
  for (const { name, end } of line.phases) {
    const start = x(from);
    const stop = x(Math.min(end, line.points.length - 1));
    group.append(draw('line', { class: 'axis', x1: stop, x2: stop, y1: TOP, y2: HEIGHT - BOTTOM + 4 }));
    const middle = (start + stop) / 2;
    const label = stop - start >= name.length * 5.2 ? name : (SHORT[name] ?? name);
    const needed = label.length * 5.2;
    if (stop - start >= needed - 2 && middle - needed / 2 > lastLabel + 6) {
      const text = draw('text', { class: 'phase-name', x: middle, y: HEIGHT - 6, 'text-anchor': 'middle' });
      text.textContent = label;
      group.append(text);
      lastLabel = middle + needed / 2;
    }
    from = end;
  }
  return group;
}

function axis(top, y, hasOther) {
  const group = draw('g');
  group.append(draw('line', { class: 'axis', x1: LEFT, x2: WIDTH - RIGHT, y1: y(0), y2: y(0) }));
  const text = draw('text', { class: 'axis-label', x: LEFT, y: 9 });
  text.textContent = hasOther ? `${bytes(top)} at most, line: what if` : `${bytes(top)} reserved (dashed)`;
  group.append(text);
  return group;
}

function peakMark(of, line, x, y) {
  const px = x(line.peak);
  const py = y(line.allocated[line.peak]);
  const group = draw('g');
  group.append(draw('line', { class: 'peak', x1: px, x2: px, y1: py, y2: py - 6 }));
  group.append(draw('path', { class: 'peak-mark', d: `M${px - 3},${py - 6} h6 l-3,5 z` }));
  const right = px > WIDTH * 0.6;
  const text = draw('text', {
    x: right ? px - 6 : px + 6,
    y: Math.max(20, py - 3),
    'text-anchor': right ? 'end' : 'start',
  });
  text.textContent = `peak ${bytes(of.allocated)}`;
  group.append(text);
  return group;
}

function describe(line, i) {
  const phase =
    line.phases.find(({ end }) => i < end)?.name ?? line.phases[line.phases.length - 1]?.name ?? '';
  const parts = line.categories
    .map(({ name }, category) => ({ name, size: line.points[i][category] }))
    .filter(({ size }) => size > 0)
    .sort((a, b) => b.size - a.size)
    .slice(0, 4)
    .map(({ name, size }) => `${name} ${bytes(size)}`);
  return `${phase}: ${bytes(line.allocated[i])} allocated, ${bytes(line.reserved[i])} reserved. ${parts.join(', ')}`;
}

window.addEventListener('resize', () => {
  if (Math.abs(root.clientWidth - WIDTH) > 4) render();
});

const state = vscode.getState();
if (state?.view) {
  view = state.view;
  planner.restore(state.planner);
  render();
} else {
  view = { entries: [], figures: undefined, message: undefined, busy: false, selected: undefined };
  render();
}
vscode.postMessage({ type: 'ready' });
