// Forms as the table describes them: `kind` says what is entered, the value is plain JSON. The table judges it.
import { h, words } from './net.js';

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
let count = 0;

/** An editor for a form: calls `changed` with each new value. */
export function editor(form, value, changed, label = '') {
  return EDITORS[form.kind](form, value, changed, label);
}

function choice(form, value, changed, label) {
  if (form.values.length > 8 && !form.values[0].picture) {
    const made = h('select', { 'aria-label': label || undefined });
    if (!form.values.some((each) => same(each.value, value))) made.append(h('option', { value: '' }, '–'));
    form.values.forEach((each, at) => made.append(h('option', { value: at, selected: same(each.value, value) }, each.words)));
    made.addEventListener('change', () => changed(made.value === '' ? null : form.values[made.value].value));
    return made;
  }
  const name = `choice-${count += 1}`;
  return h('div.segments', { role: 'radiogroup', 'aria-label': label || undefined }, form.values.map((each, at) => h('label', {},
    h('input', { type: 'radio', name, value: at, checked: same(each.value, value), onchange: () => changed(each.value) }),
    h('span', { class: each.picture ? 'pictured' : '' }, each.picture ? h('span.picture', { html: each.picture, 'aria-hidden': 'true' }) : null, each.words))));
}

function number(form, value, changed, label) {
  const shown = h('input', {
    type: 'number', inputmode: 'numeric', 'aria-label': label || undefined, min: form.low, max: form.high ?? undefined, value: value ?? '',
  });
  const enter = (wanted) => {
    const low = form.low ?? -1e9;
    const now = Math.max(low, Math.min(form.high ?? 1e9, wanted));
    shown.value = now;
    changed(now);
  };
  shown.addEventListener('change', () => {
    if (shown.value === '' && form.optional) changed(null);
    else enter(Number(shown.value) || 0);
  });
  const step = (by) => () => enter((shown.value === '' ? (form.low ?? 0) - (by > 0 ? 1 : 0) : Number(shown.value)) + by);
  return h('div.stepper', {}, h('button', { type: 'button', 'aria-label': words.less, onclick: step(-1) }, '−'), shown,
    h('button', { type: 'button', 'aria-label': words.more_of, onclick: step(1) }, '+'));
}

function several(form, value, changed, label) {
  const taken = new Set((value || []).map((each) => JSON.stringify(each)));
  return h('div.segments', { role: 'group', 'aria-label': label || undefined }, form.values.map((each) => h('label', {},
    h('input', {
      type: 'checkbox', checked: taken.has(JSON.stringify(each.value)),
      onchange: (event) => {
        if (event.target.checked) taken.add(JSON.stringify(each.value)); else taken.delete(JSON.stringify(each.value));
        changed(form.values.filter((one) => taken.has(JSON.stringify(one.value))).map((one) => one.value));
      },
    }), h('span', {}, each.words))));
}

function letters(form, value, changed, label) {
  return h('input', {
    type: 'text', 'aria-label': label || undefined, maxlength: form.longest, value: value ?? '', autocomplete: 'off',
    oninput: (event) => changed(event.target.value === '' && form.optional ? null : event.target.value),
  });
}

function parts(form, value, changed) {
  let now = form.object ? { ...(value || {}) } : [...(value || [])];
  return h('div.parts', {}, form.parts.map((part) => h('div.part', { role: 'group', 'aria-label': part.label }, h('span.label', {}, part.label),
    editor(part.form, now[part.key], (entered) => {
      now = form.object ? { ...now, [part.key]: entered } : now.map((each, at) => (at === part.key ? entered : each));
      changed(now);
    }, part.label))));
}

function entries(form, value, changed) {
  const place = h('div.entries');
  let now = form.pairs ? Object.entries(value || {}) : [...(value || [])];
  const tell = () => changed(form.pairs ? Object.fromEntries(now) : now);
  const show = () => {
    const full = form.count !== null && now.length >= form.count;
    place.replaceChildren(...now.map((each, at) => h('div.entry', {},
      editor(form.of, each, (entered) => { now = now.map((one, number) => (number === at ? entered : one)); tell(); }, `${at + 1}`),
      h('button.quiet', { type: 'button', 'aria-label': words.remove, onclick: () => { now = now.filter((_, number) => number !== at); tell(); show(); } }, '✕'))),
    full ? '' : h('button', { type: 'button', onclick: () => { now = [...now, structuredClone(form.fresh)]; tell(); show(); } }, words.add));
  };
  show();
  return place;
}

const EDITORS = { choice, number, several, letters, parts, entries };
