// The editor of a recipe.
//   <form data-draft="new">    keeps what is typed in the browser («larder draft new») and asks before the page is left
//   <fieldset data-rows="ingredient"> <div data-row> fields, <button name="remove">, <button name="move" value="…up|…down">
//       … <button name="add">    rows change without a load. Numbers of rows in name, id, for, value and aria-label follow;
//       an element with data-n shows the number. Rows are counted from data-from, 0 if absent.
//       With data-fixed no row is added, and the last one may go: the pictures of a recipe.
//   Keys in a row: Enter adds a row below, Alt+↑ and Alt+↓ move it, Backspace in an empty row removes it.
//       Lines that are pasted into a field of one line become rows.
//   <input type="file" data-image>    shows the photo, and scales it down to 2,048 pixels before it is sent

import { make, say } from './app.js';

const sideMax = 2048;

// --- Rows ---

const rowsOf = set => [...set.querySelectorAll('[data-row]')];
const fieldOf = row => row.querySelector('input:not([type=hidden]), textarea');
const isFixed = set => 'fixed' in set.dataset;
const firstOf = set => +(set.dataset.from ?? 0);

// After rows were added, removed or moved, their numbers follow their order.
function number(set) {
    rowsOf(set).forEach((row, index) => {
        const now = firstOf(set) + index;
        const was = row.dataset.row || now;
        row.dataset.row = now;
        for (const element of row.querySelectorAll('*')) {
            if ('n' in element.dataset) element.textContent = index + 1;
            for (const name of ['name', 'id', 'for', 'aria-describedby', element.localName === 'button' ? 'value' : '']) {
                const text = name && element.getAttribute(name);
                if (text) element.setAttribute(name, text.replace(RegExp(`(^|\\D)${was}(?=\\D|$)`), `$1${now}`));
            }
            const label = element.getAttribute('aria-label');
            if (label) element.setAttribute('aria-label', label.replace(/\d+/, index + 1));
        }
    });
}

function add(set, after, text = '') {
    const row = (after ?? rowsOf(set).at(-1)).cloneNode(true);
    for (const field of row.querySelectorAll('input, textarea')) {
        if (/^(checkbox|radio)$/.test(field.type)) field.checked = false;
        else field.value = field.defaultValue = '';
        field.removeAttribute('aria-invalid');
    }
    for (const message of row.querySelectorAll('.message, [data-read], canvas')) message.remove();
    (after ?? rowsOf(set).at(-1)).after(row);
    if (text) fieldOf(row).value = text;
    number(set);
    return row;
}

function remove(set, row) {
    const rows = rowsOf(set);
    const next = rows[rows.indexOf(row) - 1] ?? rows[1];
    if (rows.length > 1 || isFixed(set)) row.remove();
    else fieldOf(row).value = '';
    number(set);
    const target = next ?? (row.isConnected ? row : set.parentElement);
    (fieldOf(target) ?? target.querySelector('button, input'))?.focus();
    say(`Row removed. ${rowsOf(set).length} left.`);
}

function move(set, row, by) {
    const rows = rowsOf(set);
    const index = rows.indexOf(row) + by;
    if (!rows[index]) return;
    const active = document.activeElement;
    by < 0 ? rows[index].before(row) : rows[index].after(row);
    number(set);
    if (row.contains(active)) active.focus();
    say(`Moved to place ${index + 1} of ${rows.length}.`);
}

const partsOf = target => {
    const set = target.closest('[data-rows]');
    return [set, target.closest('[data-row]')];
};

addEventListener('click', event => {
    const button = event.target.closest?.('[data-rows] button[name]');
    if (!button) return;
    const [set, row] = partsOf(button);
    if (button.name === 'add') fieldOf(add(set, row)).focus();
    else if (button.name === 'remove' && row) remove(set, row);
    else if (button.name === 'move' && row) move(set, row, /up$/.test(button.value) ? -1 : 1);
    else return;
    event.preventDefault();
    changed(button.form);
});

addEventListener('keydown', event => {
    const [set, row] = event.target.closest ? partsOf(event.target) : [];
    if (!row || event.isComposing || !event.target.matches('input, textarea')) return;
    const isLine = event.target.matches('input');
    if (event.altKey && /^Arrow(Up|Down)$/.test(event.key)) move(set, row, event.key === 'ArrowUp' ? -1 : 1);
    else if (isFixed(set)) return;
    else if (event.key === 'Enter' && isLine && !event.ctrlKey && !event.metaKey) fieldOf(add(set, row)).focus();
    else if (event.key === 'Backspace' && !event.target.value && rowsOf(set).length > 1
        && ![...row.querySelectorAll('input:not([type=hidden]), textarea')].some(field => field.value)) remove(set, row);
    else return;
    event.preventDefault();
    changed(event.target.form);
});

addEventListener('paste', event => {
    const [set, row] = event.target.closest ? partsOf(event.target) : [];
    const lines = (event.clipboardData?.getData('text') ?? '').split(/\r?\n/)
        .map(line => line.replace(/^\s*(?:[-*•▢☐]|\d+[.)](?=\s))\s*/, '').trim()).filter(Boolean);
    if (!row || isFixed(set) || lines.length < 2 || fieldOf(row) !== event.target) return;
    event.preventDefault();
    let last = row;
    lines.forEach((line, index) => {
        if (index || event.target.value) last = add(set, last, line);
        else event.target.value = line;
    });
    fieldOf(last).focus();
    say(`${lines.length} rows added.`);
    changed(event.target.form);
});

// --- Photos ---

// A picture that the browser cannot read is sent as it is: the service says what is wrong.
addEventListener('change', async event => {
    const input = event.target;
    const file = input.files?.[0];
    if (input.dataset?.image === undefined) return;
    input.parentElement.querySelector('canvas')?.remove();
    if (!file) return;
    try {
        const picture = await createImageBitmap(file);
        const scale = Math.min(1, sideMax / Math.max(picture.width, picture.height));
        const canvas = make('canvas', { class: 'preview', role: 'img', 'aria-label': `Preview of ${file.name}` });
        canvas.width = Math.round(picture.width * scale);
        canvas.height = Math.round(picture.height * scale);
        canvas.getContext('2d').drawImage(picture, 0, 0, canvas.width, canvas.height);
        input.after(canvas);
        if (scale === 1) return;
        const isClear = /png|webp/.test(file.type);
        const blob = await new Promise(resolve => canvas.toBlob(resolve, isClear ? 'image/webp' : 'image/jpeg', 0.88));
        if (!blob || blob.size >= file.size) return;
        const files = new DataTransfer();
        files.items.add(new File([blob], file.name.replace(/\.\w+$/, `.${blob.type.split('/')[1]}`), { type: blob.type }));
        input.files = files.files;
    } catch { /* Sent as it is. */ }
});

// --- Drafts ---

const form = document.querySelector('form[data-draft]');
const key = `larder draft ${form?.dataset.draft}`;
let isChanged = false;
let timer;

const isText = field => field.name && field.name !== 'once' && !/^(hidden|file|password|submit|button)$/.test(field.type);
const fields = () => [...form.elements].filter(isText);
const valueOf = field => /^(checkbox|radio)$/.test(field.type) ? field.checked : field.value;

function snapshot() {
    const rows = Object.fromEntries([...form.querySelectorAll('[data-rows]')].map(set => [set.dataset.rows, rowsOf(set).length]));
    return { at: Date.now(), rows, values: fields().map(field => [field.name, field.type === 'radio' || field.type === 'checkbox' ? field.value : '', valueOf(field)]) };
}

function changed(which) {
    if (!form || which !== form) return;
    isChanged = true;
    clearTimeout(timer);
    timer = setTimeout(() => { localStorage[key] = JSON.stringify(snapshot()); }, 400);
}

function restore({ rows, values }) {
    for (const set of form.querySelectorAll('[data-rows]')) {
        while (!isFixed(set) && rowsOf(set).length < (rows[set.dataset.rows] ?? 0)) add(set);
    }
    const used = new Set();
    for (const [name, option, value] of values) {
        const field = fields().find(field => field.name === name && !used.has(field)
            && (!/^(checkbox|radio)$/.test(field.type) || field.value === option));
        if (!field) continue;
        used.add(field);
        if (typeof value === 'boolean') field.checked = value;
        else field.value = value;
    }
    changed(form);
}

function offer(draft) {
    const button = (word, act) => {
        const button = make('button', { type: 'button', class: 'btn' }, word);
        button.addEventListener('click', () => { note.remove(); act(); });
        return button;
    };
    const date = new Date(draft.at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
    const note = make('div', { class: 'note', role: 'status' }, make('p', {}, `This browser keeps a draft of ${date}.`),
        button('Use it', () => restore(draft)), button('Drop it', () => localStorage.removeItem(key)));
    form.before(note);
}

// Of a form with a password: a box shows what is typed.
addEventListener('change', ({ target }) => {
    if (target.dataset.reveal) document.getElementById(target.dataset.reveal).type = target.checked ? 'text' : 'password';
});

if (form) {
    const before = JSON.stringify(snapshot().values);
    let draft;
    try { draft = JSON.parse(localStorage[key]); } catch { /* There is none. */ }
    const isRefused = document.querySelector('.error-summary');
    // Whether it was stored the page of the recipe knows, which drops it then.
    if (draft && !isRefused && JSON.stringify(draft.values) !== before) offer(draft);
    form.addEventListener('input', () => changed(form));
    form.addEventListener('change', () => changed(form));
    form.addEventListener('submit', event => {
        if (event.defaultPrevented) return;
        clearTimeout(timer);
        localStorage[key] = JSON.stringify({ ...snapshot(), sent: navigator.onLine });
        if (navigator.onLine) isChanged = false;
        else {
            event.preventDefault();
            say('You are offline. This browser keeps the draft.');
        }
    });
    addEventListener('beforeunload', event => isChanged && event.preventDefault());
}
