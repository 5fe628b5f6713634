// The log as it grows, and the keys of an event's page.
//   <a data-live-on>, <a data-live-off>, <button data-live-pause>, <button data-live-save>, <tbody id="events" data-position="1024"
//   data-kind data-actor data-thing>, <p id="live">
// Every event is kept, and the newest two hundred are shown: a burst costs memory, never a frame. Pause holds the list and counts what
// waits; the list goes on where it was. A broken connection resumes after the last event.
//   [  the older event · ]  the newer one, on the page of an event

import { make } from './app.js';

const rowsMax = 200;
const list = document.getElementById('events');
const state = document.getElementById('live');
const at = what => document.querySelector(`[data-live-${what}]`);
let lines = [];
let shown = 0;
let isPaused = false;
let source;
let timer;

const link = (href, text) => make('a', { href }, text);
const by = name => (!name ? 'operator' : name[0] === '@' ? link(`/${name}`, name) : name);
const about = name => (/^(@|[rcpbf]\d)/.test(name ?? '') ? link(`/${name}`, name) : name ?? '');

function row(event) {
    return make('tr', {},
        make('td', { class: 'r num' }, link(`/${event.sequence}`, event.sequence)),
        make('td', { class: 'num nowrap' }, (event.recordedtime ?? event.time).slice(0, 19).replace('T', ' ')),
        make('td', {}, make('code', {}, event.type.replace(/^larder\./, ''))),
        make('td', {}, by(event.actor)), make('td', {}, about(event.subject)));
}

function draw() {
    timer = undefined;
    const waiting = lines.length - shown;
    if (!isPaused && waiting) {
        const fresh = lines.slice(Math.max(shown, lines.length - rowsMax)).reverse().map(line => row(JSON.parse(line)));
        shown = lines.length;
        list.prepend(...fresh);
        while (list.rows.length > rowsMax) list.rows[list.rows.length - 1].remove();
    }
    const word = count => `${count.toLocaleString('en')} ${count === 1 ? 'event' : 'events'}`;
    state.textContent = isPaused ? `Paused: ${word(lines.length - shown)} wait.` : `Live: ${word(lines.length)} since you listen.`;
}

const later = () => { timer ??= setTimeout(draw, 250); };

function begin() {
    const about = new URLSearchParams([['about', 'log'], ['after', list.dataset.position]]);
    for (const name of ['kind', 'actor', 'thing']) if (list.dataset[name]) about.append(name, list.dataset[name]);
    source = new EventSource(`/stream?${about}`);
    source.addEventListener('log', ({ data }) => {
        lines.push(data);
        later();
    });
    source.addEventListener('ended', () => {
        source.close();
        state.textContent = 'The stream has ended: load the page again.';
    });
    for (const what of ['pause', 'save']) at(what).hidden = false;
    state.hidden = false;
    draw();
}

for (const what of ['on', 'off']) at(what)?.addEventListener('click', event => {
    if (what === 'off' && !source) return;
    event.preventDefault();
    if (source) return location.reload();
    at('on').lastChild.textContent = 'Stop';
    begin();
});

at('pause')?.addEventListener('click', () => {
    isPaused = !isPaused;
    at('pause').lastChild.textContent = isPaused ? 'Go on' : 'Pause';
    draw();
});

at('save')?.addEventListener('click', () => {
    const url = URL.createObjectURL(new Blob(lines.map(line => `${line}\n`), { type: 'application/x-ndjson' }));
    make('a', { href: url, download: 'events.ndjson' }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
});

// A page that was asked for live goes on so.
if (list && at('off')) {
    history.replaceState(null, '', at('off').href);
    begin();
}

addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, textarea, select')) return;
    const rel = { '[': 'prev', ']': 'next' }[event.key];
    if (rel) document.querySelector(`main a[rel=${rel}]`)?.click();
});
