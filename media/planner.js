/**
 * What if, and what would make it fit: the parts of the sidebar's page that ask the server. Loaded before budget.js, whose helpers it uses.
 */
/* global bytes, document, make, redraw, vscode, window */
'use strict';

window.planner = (() => {
  const waiting = new Map();
  let questions = 0;
  let key;
  /** The entry's figures that the answers are of. */
  let base = '';
  let whatIfOpen = false;
  let fitOpen = false;
  /** What can be changed; null where nothing can. */
  let choices;
  let changes = {};
  let result;
  /** Why there is no result, or what came of writing it. */
  let note = '';
  let table;
  let tableBusy = false;
  let tableWanted = false;
  let tableNote = '';
  let budget = '';
  let latest = 0;

  /** Asks the server by way of the extension. */
  function ask(what, params) {
    return new Promise((resolve, reject) => {
      const id = ++questions;
      waiting.set(id, { resolve, reject });
      vscode.postMessage({ type: 'ask', id, what, params });
    });
  }

  function answered({ id, answer, error }) {
    const promise = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) promise?.resolve(answer);
    else promise?.reject(new Error(error));
  }

  /** New figures: other choices, and what was asked of the old ones is asked again. */
  function viewChanged(view) {
    if (view.selected !== key) {
      key = view.selected;
      changes = {};
      result = undefined;
      note = '';
      table = undefined;
      choices = undefined;
    }
    const now = JSON.stringify([view.figures?.allocated, view.figures?.setting, view.figures?.limit]);
    if (now === base || view.figures?.trust === 'stale') return;
    base = now;
    table = undefined;
    if (whatIfOpen) void loadChoices();
    if (tableWanted) void loadTable();
  }

  async function loadChoices() {
    try {
      choices = await ask('choices', { key });
    } catch {
      choices = null;
    }
    redraw();
    if (isChanged()) await evaluate();
  }

  function isChanged() {
    return Object.keys(changes).length > 0;
  }

  /** Asks for the figures: first of a few steps, which come at once, then of all. */
  async function evaluate() {
    const mine = ++latest;
    if (!isChanged()) {
      result = undefined;
      note = '';
      redraw();
      return;
    }
    for (const full of [false, true]) {
      let answer;
      try {
        answer = await ask('whatIf', { key, changes, full });
      } catch (error) {
        answer = { error: error.message };
      }
      if (mine !== latest) return;
      result = answer?.figures ? answer : undefined;
      note = answer === null ? 'There are no figures of the present text.' : (answer.error ?? '');
      redraw();
      if (!answer?.quick) return;
    }
  }

  function set(name, value, isSame) {
    changes = { ...changes, [name]: value };
    if (isSame) delete changes[name];
    void evaluate();
  }

  function setSize(name, text) {
    const value = Number(text);
    if (!Number.isInteger(value) || value < 1) return;
    const sizes = { ...changes.sizes, [name]: value };
    if (value === choices.sizes[name]) delete sizes[name];
    set('sizes', sizes, Object.keys(sizes).length === 0);
  }

  function row(label, id, control) {
    control.id = id;
    return make('div', { class: 'setting' }, make('label', { for: id }, label), control);
  }

  function select(id, label, values, now, chosen, onchange) {
    const element = make(
      'select',
      {
        onchange: () => onchange(element.value),
        title: `now: ${values.find(({ value }) => value === now)?.text ?? now}`,
      },
      ...values.map(({ value, text }) =>
        make(
          'option',
          { value, selected: value === (chosen ?? now) },
          value === now ? `${text} (now)` : text,
        ),
      ),
    );
    return row(label, id, element);
  }

  function number(id, label, value, onchange) {
    const element = make('input', {
      type: 'number',
      min: 1,
      step: 1,
      value,
      onchange: () => onchange(element.value),
    });
    return row(label, id, element);
  }

  function plain(values) {
    return values.map((value) => ({ value, text: value }));
  }

  function controls() {
    const parts = Object.entries(choices.sizes).map(([name, now]) =>
      number(`size-${name}`, name, changes.sizes?.[name] ?? now, (text) => setSize(name, text)),
    );
    parts.push(
      select(
        'precision',
        'precision',
        plain(choices.precisions),
        choices.precision,
        changes.precision,
        (value) => set('precision', value, value === choices.precision),
      ),
    );
    if (choices.optimizers.length > 0)
      parts.push(
        select(
          'optimizer',
          'optimizer',
          plain(choices.optimizers),
          choices.optimizer,
          changes.optimizer,
          (value) => set('optimizer', value, value === choices.optimizer),
        ),
      );
    if (choices.accumulate !== undefined && choices.accumulate !== null)
      parts.push(
        number('accumulate', 'micro-batches', changes.accumulate ?? choices.accumulate, (text) => {
          const value = Number(text);
          if (Number.isInteger(value) && value > 0) set('accumulate', value, value === choices.accumulate);
        }),
      );
    parts.push(
      select(
        'device',
        'device',
        choices.devices.map(({ id, name }) => ({ value: id, text: name })),
        choices.device,
        changes.device,
        (value) => set('device', value, value === choices.device),
      ),
    );
    for (const { id, what } of choices.actions) {
      const chosen = changes.actions ?? [];
      const box = make('input', {
        type: 'checkbox',
        id: `action-${id}`,
        checked: chosen.includes(id),
        onchange: () => {
          const others = chosen.filter((each) => each !== id);
          const now = box.checked ? [...others, id] : others;
          set('actions', now, now.length === 0);
        },
      });
      parts.push(make('label', { class: 'action' }, box, ` ${what}`));
    }
    return parts;
  }

  function comparison(view) {
    if (note) return [make('p', { class: 'error', role: 'alert' }, note)];
    if (!result) return [];
    const { figures: now } = view;
    const { figures: then, compute } = result;
    const line = (name, before, after, isBad) =>
      make(
        'tr',
        {},
        make('th', { scope: 'row' }, name),
        make('td', { class: 'quiet' }, before),
        make('td', isBad ? { class: 'bad' } : {}, after),
      );
    const head = ['', 'now', 'what if'].map((text) => make('th', { scope: 'col' }, text));
    const verdict = (of) => (of.over ? 'does not fit' : of.atLeast ? 'not known' : 'fits');
    const percent = Math.round(100 * (compute - 1));
    return [
      make(
        'table',
        { id: 'what-if-result', 'aria-live': 'polite' },
        make('thead', {}, make('tr', {}, ...head)),
        make(
          'tbody',
          {},
          line('peak allocated', bytes(now.allocated), bytes(then.allocated)),
          line('reserved', bytes(now.reserved), bytes(then.reserved)),
          line('needed', bytes(now.need), bytes(then.need), then.over),
          line(`of ${then.limitName}`, bytes(now.limit), bytes(then.limit)),
          line('', verdict(now), verdict(then), then.over),
          line('compute', '', percent === 0 ? 'the same' : `${percent > 0 ? '+' : ''}${percent} %`),
        ),
      ),
      make(
        'p',
        {},
        make('button', { class: 'main', id: 'write-what-if', onclick: () => void write() }, 'Write It'),
        ' ',
        make(
          'button',
          {
            class: 'link',
            id: 'reset-what-if',
            onclick: () => {
              changes = {};
              void evaluate();
            },
          },
          'Reset',
        ),
      ),
    ];
  }

  async function write() {
    try {
      if (await ask('write', { key, changes })) {
        changes = {};
        result = undefined;
        note = '';
      }
    } catch (error) {
      note = error.message;
    }
    redraw();
  }

  function whatIf(view) {
    const details = make(
      'details',
      {
        id: 'what-if',
        open: whatIfOpen,
        ontoggle: () => {
          if (details.open === whatIfOpen) return;
          whatIfOpen = details.open;
          if (whatIfOpen && !choices) void loadChoices();
          else redraw();
        },
      },
      make('summary', { id: 'what-if-summary' }, 'What if…'),
    );
    if (!whatIfOpen) return details;
    if (choices) details.append(...controls(), ...comparison(view));
    else if (choices === null)
      details.append(make('p', { class: 'quiet' }, 'A script says itself how it runs; choose a model.'));
    else details.append(make('p', { class: 'quiet', role: 'status' }, 'Looking…'));
    return details;
  }

  async function loadTable() {
    tableBusy = true;
    tableWanted = false;
    tableNote = '';
    redraw();
    try {
      table = await ask('fit', { key, budget });
      if (table === null) tableNote = 'There are no figures of the present text.';
    } catch (error) {
      tableNote = error.message;
    }
    tableBusy = false;
    redraw();
  }

  async function apply(index) {
    try {
      if (!(await ask('applyFit', { key, row: index })))
        tableNote = 'Nothing was changed. If the file is another than before, look again.';
    } catch (error) {
      tableNote = error.message;
    }
    redraw();
  }

  function plans() {
    if (table.error) return [make('p', { class: 'error', role: 'alert' }, table.error)];
    const parts = [];
    if (table.fits)
      parts.push(
        make(
          'p',
          {},
          table.atLeast
            ? `What is known fits as it is: at least ${bytes(table.now)} of ${bytes(table.limit)} without the margin.`
            : `It fits as it is: ${bytes(table.now)} of ${bytes(table.limit)} without the margin.`,
        ),
      );
    else if (table.plans.length === 0)
      parts.push(
        make('p', {}, 'No set of the known changes makes it fit.'),
        ...(table.nearest ? [make('p', { class: 'quiet' }, `Nearest: ${table.nearest}`)] : []),
      );
    else {
      const items = table.plans.map(({ process, peak, compute, changes: what }, i) =>
        make(
          'li',
          {},
          make(
            'div',
            { class: 'plan' },
            make('strong', { title: `peak ${bytes(peak)}` }, bytes(process)),
            make('span', { class: 'quiet' }, compute === '+0 %' ? 'no more compute' : `${compute} compute`),
            make(
              'button',
              {
                class: 'main',
                id: `apply-${i}`,
                'aria-label': `Apply: ${what.join(', ')}`,
                onclick: () => void apply(i),
              },
              'Apply',
            ),
          ),
          ...what.map((text) => make('div', {}, text)),
        ),
      );
      parts.push(
        make(
          'ol',
          { class: 'plans', id: 'plans', 'aria-label': 'What makes it fit, the cheapest first' },
          ...items,
        ),
      );
    }
    if (table.largest.length > 0)
      parts.push(make('p', {}, 'As it is, the largest that fits: ', table.largest.join(', '), '.'));
    if (!table.complete)
      parts.push(make('p', { class: 'quiet' }, 'The time was over before all was looked at.'));
    return parts;
  }

  function fit(view) {
    const { figures } = view;
    const details = make(
      'details',
      {
        id: 'fit',
        open: fitOpen,
        ontoggle: () => {
          if (details.open === fitOpen) return;
          fitOpen = details.open;
          if (fitOpen && !table) void loadTable();
          else redraw();
        },
      },
      make('summary', { id: 'fit-summary' }, `Fit to ${bytes(figures.limit)}…`),
    );
    if (!fitOpen) return details;
    const input = make('input', {
      type: 'text',
      placeholder: bytes(figures.limit),
      value: budget,
      onchange: () => {
        budget = input.value;
        void loadTable();
      },
    });
    details.append(row('into', 'fit-budget', input));
    if (tableBusy)
      details.append(make('p', { class: 'quiet', role: 'status' }, 'Looking for what makes it fit…'));
    else if (table) details.append(...plans());
    if (tableNote) details.append(make('p', { class: 'error', role: 'alert' }, tableNote));
    if (!tableBusy && !table)
      details.append(
        make('button', { class: 'main', id: 'fit-look', onclick: () => void loadTable() }, 'Look'),
      );
    return details;
  }

  return {
    answered,
    viewChanged,
    parts: (view) => (view.selected && view.figures ? [whatIf(view), fit(view)] : []),
    otherFigures: () => (whatIfOpen ? result?.figures : undefined),
    open(part) {
      if (part === 'fit') fitOpen = true;
      else whatIfOpen = true;
      // Without an entry's figures, when they come.
      if (base === '') tableWanted = fitOpen;
      else if (part === 'fit') void loadTable();
      else void loadChoices();
      redraw();
      document.getElementById(part)?.scrollIntoView();
    },
    state: () => ({ whatIfOpen, fitOpen, budget }),
    restore(saved) {
      ({ whatIfOpen = false, fitOpen = false, budget = '' } = saved ?? {});
    },
  };
})();
