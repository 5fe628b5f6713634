// What works offline: the outbox.
//   <form method="post" data-outbox="first" data-swap="…" data-name="2 onions">    queued, sent in order when there is a connection;
//       the result shows at once, and the entry as waiting (class «wait» on the form). Each such form sets a state or carries `once`,
//       so that it can be sent twice. A form with a text field (add to the list) shows its text as waiting. Without «first»,
//       app.js sends the form, and brings it here when there is no connection.
//   <p data-waiting>    where the state of the outbox stands; absent: at the end of <main>
// The queue is an IndexedDB «larder», store «outbox»: { id, url, body, name, part, reader, refused? }. sw.js sends it too, by Background Sync.

// localStorage «larder outbox» says whether it holds anything.

import { ask, askPart, make, press, reader, request, say, swap } from './app.js';

// --- The queue ---

const opened = new Promise((resolve, reject) => {
    const asked = indexedDB.open('larder', 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore('outbox', { keyPath: 'id', autoIncrement: true });
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
});

async function store(act, mode = 'readwrite') {
    const asked = act((await opened).transaction('outbox', mode).objectStore('outbox'));
    return new Promise((resolve, reject) => {
        asked.onsuccess = () => resolve(asked.result);
        asked.onerror = () => reject(asked.error);
    });
}

const waiting = async () => (await store(store => store.getAll(), 'readonly')).filter(entry => entry.reader === reader);

// --- Sending ---

// One tab sends at a time, and in order. A refusal stays until the reader decides; what comes after it is sent.
async function send() {
    for (const entry of await waiting()) {
        if (entry.refused) continue;
        const { url, body, part } = entry;
        let page;
        try {
            page = await ask(url, { method: 'POST', body: new URLSearchParams(body) });
        } catch (error) {
            // 429 and 5xx are no answer yet, and neither is a failure of the connection. A redirect leads to signing in.
            const status = error instanceof TypeError ? 503 : +error.message || 401;
            if (status === 429 || status >= 500) return again();
            await store(store => store.put({ ...entry, refused: status }));
            continue;
        }
        await store(store => store.delete(entry.id));
        // The answer of the last one shows what became of all.
        const answer = page.getElementById(part);
        if (answer && !(await waiting()).some(entry => !entry.refused)) {
            swap(answer);
            parts.delete(part);
        }
    }
    await refresh();
}

let timer;
function again() {
    clearTimeout(timer);
    timer = setTimeout(drain, 15_000);
    navigator.serviceWorker?.ready.then(worker => worker.sync?.register('larder outbox')).catch(() => {});
}

async function drain() {
    if (navigator.onLine) {
        if (navigator.locks) await navigator.locks.request('larder outbox', send);
        else await send();
    } else again();
    await draw();
}

// After the last entry, each part that was changed is asked for once, and the copy of the page is renewed, so that a tick stays ticked.
const parts = new Set();
async function refresh() {
    if ((await waiting()).some(entry => !entry.refused)) return;
    for (const id of parts) {
        const url = new URL(location.href);
        url.searchParams.set('part', id);
        try { swap(await askPart(url, id)); parts.delete(id); } catch { /* The page shows it after its next load. */ }
    }
    if (globalThis.caches && await caches.has('larder pages')) {
        const answer = await fetch(location.href).catch(() => {});
        if (answer?.ok) (await caches.open('larder pages')).put(location.href, answer);
    }
}

// --- The page ---

const formOf = ({ url, body }) => [...document.querySelectorAll('form[data-outbox]')]
    .find(form => new URL(form.getAttribute('action'), location.href).href === url
        && !form.querySelector('input[type=text]') && body.every(([name, value]) => /^(on|part|once)$/.test(name)
            || form.elements[name]?.value === value));

async function draw() {
    const entries = await waiting();
    for (const form of document.querySelectorAll('form.wait')) form.classList.remove('wait');
    for (const entry of entries) formOf(entry)?.classList.add('wait');
    let place = document.querySelector('[data-waiting]');
    if (!place && entries.length) document.querySelector('main').append(place = make('div', { 'data-waiting': '' }));
    if (entries.length) localStorage['larder outbox'] = 'full';
    else delete localStorage['larder outbox'];
    if (!place) return;
    place.className = entries.length ? 'waiting' : '';
    place.setAttribute('role', 'status');
    const open = entries.filter(entry => !entry.refused);
    place.replaceChildren(...open.length ? [make('p', {}, `Waiting for a connection: ${open.map(entry => entry.name).join(', ')}.`)] : []);
    for (const entry of entries.filter(entry => entry.refused)) {
        const button = (word, act) => {
            const button = make('button', { type: 'button', class: 'btn' }, word);
            button.addEventListener('click', async () => { await act(); drain(); });
            return button;
        };
        const { refused, ...fresh } = entry;
        place.append(make('p', {}, refused === 401 ? `Sign in again: «${entry.name}» waits for it.` : `«${entry.name}» was refused (${refused}).`),
            button('Try again', () => store(store => store.put(fresh))), button('Drop', () => store(store => store.delete(entry.id))));
    }
}

// A copy of the page may be older than the outbox: its ticks are shown again.
async function reapply() {
    for (const entry of await waiting()) {
        const button = formOf(entry)?.querySelector('button[aria-pressed]');
        const on = entry.body.find(([name]) => name === button?.name)?.[1];
        if (on !== undefined && button.value === on && !entry.refused) press(button);
    }
}

// Before app.js, which would send the form alone.
addEventListener('submit', event => {
    const { target: form, submitter: button } = event;
    if (form.dataset.outbox !== 'first' || event.defaultPrevented) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const asked = request(form, button);
    press(button);
    keep(form, button, asked);
}, { capture: true });

// Puts a form into the outbox that app.js could not send, or that is to be kept before it is sent.
export async function keep(form, button, [url, { body }]) {
    const text = form.querySelector('input[type=text]');
    const name = text?.value || form.dataset.name || button?.textContent.trim().replace(/\s+/g, ' ');
    if (form.dataset.swap) parts.add(form.dataset.swap);
    if (text) text.value = '';
    await store(store => store.add({ url: url.href, body: [...body], name, part: form.dataset.swap, reader }));
    if (!navigator.onLine) say(`«${name}» waits for a connection.`);
    await draw();
    drain();
}

addEventListener('online', async () => {
    await drain();
    // A page from a copy gives way to the one that the service has now.
    if (document.documentElement.dataset.offline) location.reload();
});
document.addEventListener('visibilitychange', () => document.hidden || drain());
reapply().then(drain).catch(() => {});
