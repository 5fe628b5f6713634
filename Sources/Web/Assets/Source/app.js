// Every page loads this module. A page is complete without it: the module replaces page loads, and adds no function.
//
// The contract with pages
//   <html data-reader="m17" data-position="4127">    the member who reads (absent: a guest), the position of the page
//   <body data-stream="feed r12" data-modules="feed keys">    topics of the stream; modules of this folder to import
//   <p role="status" id="said">    shows messages
//   <form method="post" data-swap="ID">    sent by fetch with all fields, the pressed button and `part=ID`. An answer
//       200 text/html whose root has that id replaces the element; its `data-said` is announced. Every other answer
//       sends the form the plain way. Toggles (aria-pressed) show the result at once: value 1 ↔ 0, .num ± 1.
//       Focus stays at the control with the same id, data-key, or form action and name; where that one is gone, at the next one.
//       Further elements of the answer with `data-with` replace those with their ids.
//   <form data-outbox data-swap="…">    waits in the outbox of shop.js while there is no connection
//   <time datetime="2026-03-12T14:02:00Z">    becomes relative; dates without a time stay as they are
//   <main> <a data-dialog>    opens the part «dialog» of its page, an element with id «dialog», in a <dialog>. In it, a link
//       with data-close, or to the page below, closes it; so does a form whose part lies in the page below
//   <p data-new="/" data-kinds="recipe.posted" data-about="r12" data-word="recipe" hidden role="status">    «2 new recipes»
//   <span data-unread="3" hidden>3</span>    counts up with each notification; hidden at 0
//   <html data-offline="Thu, 12 Mar 2026 14:02:00 GMT">    set by sw.js on a page from its copy

const root = document.documentElement;
export const reader = root.dataset.reader;

// The only place where text becomes markup, and where the address of a script is made.
const policy = globalThis.trustedTypes?.createPolicy('larder', { createHTML: text => text, createScriptURL: url => url })
    ?? { createHTML: text => text, createScriptURL: url => url };

export const parsed = text => new DOMParser().parseFromString(policy.createHTML(text), 'text/html');

// A page or a part of this origin, parsed; throws for every answer that is not one.
export async function ask(url, options = {}) {
    const answer = await fetch(url, { redirect: 'manual', headers: { Accept: 'text/html' }, ...options });
    if (answer.status !== 200 || !/^text\/html/.test(answer.headers.get('Content-Type'))) throw Error(answer.status);
    return parsed(await answer.text());
}

export async function askPart(url, id, options) {
    const page = await ask(url, options);
    const part = page.getElementById(id);
    if (!part) throw Error(id);
    part.others = [...page.querySelectorAll('[data-with]')];
    return part;
}

// The address with the part's name.
export function partOf(href, id) {
    const url = new URL(href, location.href);
    url.searchParams.set('part', id);
    url.hash = '';
    return url;
}

export function make(name, attributes = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
}

let quiet;
// Announces a message, and shows it for ten seconds.
export function say(text) {
    const place = document.getElementById('said');
    if (!place || !text) return;
    place.dataset.live = '';
    place.textContent = text;
    clearTimeout(quiet);
    quiet = setTimeout(() => { place.textContent = ''; }, 10_000);
}

// What makes an element alive again that enters the page.
export function enliven(part) {
    for (const time of part.querySelectorAll('time[datetime*=T]')) relative(time);
}

// --- Times ---

const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const units = [['day', 86400], ['hour', 3600], ['minute', 60]];

function relative(time) {
    const date = new Date(time.dateTime);
    const seconds = (date - Date.now()) / 1000;
    if (isNaN(seconds)) return;
    // With the words before it, «on 12 March 2026».
    time.dataset.date ??= time.textContent;
    time.title = date.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short' });
    const [unit, length] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
    time.textContent = Math.abs(seconds) > 30 * 86400 ? time.dataset.date
        : unit === 'second' ? (seconds > 0 ? 'in a moment' : 'just now') : words.format(Math.trunc(seconds / length), unit);
}

// --- Forms ---

const plain = new WeakSet();
const queues = new Map();

// What names a control in two versions of a part.
const keyOf = control => control.dataset.key || control.id
    || [control.form?.getAttribute('action') ?? control.getAttribute('href'), control.name, control.type === 'radio' && control.value].join('|');
const controlsOf = part => [...part.querySelectorAll('button, input:not([type=hidden]), select, textarea, a[href]')];
// The control that was `control` in an earlier version of the part: with the same key, and of several the one at the same place.
const find = (part, control, all) => {
    const same = controls => controls.filter(one => one.localName === control.localName && keyOf(one) === keyOf(control));
    return same(controlsOf(part))[Math.max(0, same(all).indexOf(control))];
};

// Shows what a toggle will be, and answers how to take it back.
export function press(button) {
    const was = button?.getAttribute('aria-pressed');
    if (!was) return () => {};
    const number = button.querySelector('.num');
    const [text, value] = [number?.textContent, button.value];
    const isOn = was === 'true';
    button.setAttribute('aria-pressed', !isOn);
    if (/^[01]$/.test(value)) button.value = 1 - value;
    if (/^[\d,]+$/.test(text)) {
        number.textContent = Math.max(0, text.replaceAll(',', '') - (isOn ? 1 : -1)).toLocaleString('en');
    }
    return () => {
        button.setAttribute('aria-pressed', was);
        button.value = value;
        if (number) number.textContent = text;
    };
}

// Replaces the element with the part's id. Text that is being typed in other forms of it stays, and so does the focus.
export function swap(part, sent) {
    const old = document.getElementById(part.id);
    if (!old) return;
    const all = controlsOf(old);
    const active = old.contains(document.activeElement) && document.activeElement;
    const kept = [...old.querySelectorAll('input, textarea')]
        .filter(control => control.form !== sent && control.value !== control.defaultValue && control.type !== 'hidden');
    old.replaceWith(part);
    for (const control of kept) {
        const next = find(part, control, all);
        if (next) next.value = control.value;
    }
    if (active) {
        const place = all.indexOf(active);
        const near = [active, ...all.slice(place + 1), ...all.slice(0, Math.max(0, place)).reverse()];
        let next;
        for (const control of near) if ((next = find(part, control, all))) break;
        if (!next) part.tabIndex = -1;
        (next ?? part).focus({ preventScroll: true });
    }
    for (const other of part.others ?? []) document.getElementById(other.id)?.replaceWith(other);
    enliven(part);
    say(part.dataset.said);
    dispatchEvent(new Event('swapped'));
}

// A form as a request: address and options for `ask`.
export function request(form, button) {
    const data = new FormData(form, button);
    if (form.dataset.swap) data.set('part', form.dataset.swap);
    const isFiles = form.enctype === 'multipart/form-data';
    return [
        new URL(button?.getAttribute('formaction') ?? form.getAttribute('action') ?? '', location.href),
        { method: 'POST', body: isFiles ? data : new URLSearchParams(data) },
    ];
}

addEventListener('submit', event => {
    const { target: form, submitter: button } = event;
    const { swap: id, outbox } = form.dataset;
    const isLost = !navigator.onLine && outbox === undefined;
    // What a guest presses leads to signing in, which is another page.
    if (event.defaultPrevented || form.method !== 'post' || !isLost && (!id || !reader || plain.has(form))) return;
    event.preventDefault();
    // What can wait goes into the outbox. All else stays in its form.
    if (isLost) return say('You are offline. Nothing was sent.');
    const queue = queues.get(id) ?? { waiting: 0, last: Promise.resolve() };
    // A second press of what is no toggle would send the form twice.
    if (form.ariaBusy && !button?.ariaPressed) return;
    queues.set(id, queue);
    const asked = request(form, button);
    const undo = press(button);
    form.ariaBusy = 'true';
    queue.waiting += 1;
    queue.last = queue.last.then(async () => {
        try {
            const part = await askPart(asked[0], id, asked[1]);
            queue.waiting -= 1;
            // Where more waits, its answer will hold this result too.
            if (queue.waiting) return;
            const dialog = form.closest('dialog');
            swap(part, form);
            if (dialog && !dialog.contains(part)) dialog.close();
        } catch (error) {
            queue.waiting -= 1;
            // Without a connection, what can wait does.
            if (outbox !== undefined && error instanceof TypeError) return (await import('./shop.js')).keep(form, button, asked);
            undo();
            plain.add(form);
            if (form.isConnected) form.requestSubmit(button?.isConnected ? button : undefined);
            else location.reload();
        } finally {
            form.ariaBusy = null;
        }
    });
});

// --- Dialogs ---

addEventListener('click', async event => {
    const link = event.target.closest?.('a[href]');
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const around = link.closest('dialog');
    if (around && (link.dataset.close !== undefined || !link.hash && link.pathname === location.pathname)) {
        event.preventDefault();
        around.close();
    } else if (link.dataset.dialog !== undefined && link.closest('main')) {
        event.preventDefault();
        link.ariaBusy = 'true';
        try {
            show(await askPart(partOf(link.href, 'dialog'), 'dialog'));
        } catch {
            location.href = link.href;
        }
        link.ariaBusy = null;
    }
});

export function show(part) {
    const close = make('form', { method: 'dialog' }, make('button', { class: 'ico', 'aria-label': 'Close' }, icon('cross')));
    const dialog = make('dialog', {}, close, part);
    const title = part.querySelector('h1, h2');
    if (title) dialog.setAttribute('aria-labelledby', title.id ||= 'dialog-title');
    dialog.addEventListener('close', () => dialog.remove());
    dialog.addEventListener('click', event => event.target === dialog && dialog.close());
    document.body.append(dialog);
    enliven(part);
    dialog.showModal();
    (part.querySelector('[autofocus], input:not([type=hidden]), select, textarea') ?? close.firstChild).focus();
    return dialog;
}

export function icon(name) {
    const space = 'http://www.w3.org/2000/svg';
    const [svg, use] = ['svg', 'use'].map(name => document.createElementNS(space, name));
    svg.setAttribute('class', 'i');
    svg.ariaHidden = 'true';
    use.setAttribute('href', new URL(`icons.svg#${name}`, import.meta.url).pathname + `#${name}`);
    svg.append(use);
    return svg;
}

// --- Menus ---

// A menu closes by Escape and by a press elsewhere.
const openMenu = () => document.querySelector('details[data-menu][open]');
addEventListener('keydown', event => {
    const menu = event.key === 'Escape' && openMenu();
    if (!menu) return;
    menu.open = false;
    menu.querySelector('summary').focus();
});
addEventListener('click', event => {
    const menu = openMenu();
    if (menu && !menu.contains(event.target)) menu.open = false;
});

// --- What arrives ---

let seen = +root.dataset.position || 0;
const counts = new Map();
const notifying = ['member.followed', 'member.banned', 'recipe.liked', 'recipe.rated', 'recipe.reposted', 'recipe.cooked',
    'recipe.deleted', 'recipe.cookNoteDeleted', 'comment.posted', 'comment.liked', 'comment.deleted', 'report.resolved'];
const synonyms = { feed: 'everything', board: 'leaderboard' };
const kindsOf = place => (place.dataset.kinds ?? 'recipe.posted recipe.reposted').split(' ');

function react(event) {
    if (event.position <= seen) return;
    seen = event.position;
    if (event.notification) {
        for (const place of document.querySelectorAll('[data-unread]')) {
            const number = +place.dataset.unread + 1;
            place.dataset.unread = number;
            if (place.firstChild?.nodeType === 3) place.firstChild.data = number;
            place.hidden = false;
        }
    }
    for (const place of document.querySelectorAll('[data-new]')) {
        const { about, word, new: href } = place.dataset;
        const isMeant = kindsOf(place).includes(event.kind) && event.actor?.id !== reader && (!about || about === event.recipe);
        if (!isMeant) continue;
        const number = (counts.get(place) ?? 0) + 1;
        counts.set(place, number);
        place.hidden = false;
        place.replaceChildren(make('a', { href }, `${number} new ${word ?? 'recipe'}${number === 1 ? '' : 's'}`));
    }
    dispatchEvent(new CustomEvent('larder', { detail: event }));
}

// One stream for all tabs of a reader: the tabs elect the one that listens, and it tells the others.
function listen() {
    const topics = (document.body.dataset.stream ?? '').split(' ').filter(Boolean).map(topic => synonyms[topic] ?? topic);
    if (reader && document.querySelector('[data-unread]')) topics.push('notifications');
    const wish = { topics: topics.filter(topic => reader || !/^(following|me|notifications)$/.test(topic)) };
    if (!wish.topics.length) return;
    wish.kinds = [...document.querySelectorAll('[data-new]')].flatMap(kindsOf).concat(reader ? notifying : []);
    const name = `larder stream ${reader ?? ''}`;
    const id = crypto.getRandomValues(new Uint32Array(1))[0];
    const wishes = new Map();
    let channel, stream, open, last, release, hidden, pause = 1000, due;

    const tell = message => channel?.postMessage({ id, ...message });
    const wished = () => tell({ wish: { ...wish, seen, visible: !document.hidden } });
    const close = () => { stream?.close(); stream = open = undefined; };

    function update() {
        if (!release) return;
        wishes.set(id, { ...wish, seen, visible: !document.hidden });
        const all = [...wishes.values()];
        clearTimeout(hidden);
        if (!all.some(wish => wish.visible)) {
            hidden = setTimeout(close, 60_000);
            if (!stream) return;
        }
        const about = [...new Set(all.flatMap(wish => wish.topics))].sort().join();
        const kinds = [...new Set(all.flatMap(wish => wish.kinds))];
        const from = Math.min(last ?? Infinity, ...all.map(wish => wish.seen));
        if (stream && open === about + kinds && from >= last) return;
        close();
        open = about + kinds;
        last = from;
        stream = new EventSource(`/stream?${new URLSearchParams([...about.split(',').map(topic => ['about', topic]), ['after', from]])}`);
        const hear = message => {
            const event = JSON.parse(message.data);
            last = Math.max(last, event.position);
            for (const wish of wishes.values()) wish.seen = last;
            react(event);
            tell({ event });
        };
        for (const kind of kinds) stream.addEventListener(kind, hear);
        // The reader may no longer listen: the session ended.
        stream.addEventListener('ended', () => { close(); release?.(); });
        stream.onopen = () => { pause = 1000; };
        stream.onerror = () => {
            // A browser connects again by itself, except after a status other than 200.
            if (stream?.readyState !== EventSource.CLOSED) return;
            close();
            pause = Math.min(pause * 2, 60_000);
            due = setTimeout(update, pause);
        };
    }

    function lead() {
        return new Promise(resolve => {
            release = () => { release = undefined; resolve(); };
            tell({ who: true });
            update();
        });
    }

    function start() {
        channel = new BroadcastChannel(name);
        channel.onmessage = ({ data }) => {
            if (data.event) react(data.event);
            if (data.who) wished();
            if (!release) return;
            if (data.wish) { wishes.set(data.id, data.wish); update(); }
            if (data.bye && wishes.delete(data.id)) update();
        };
        stopped = new AbortController();
        if (navigator.locks) navigator.locks.request(name, { signal: stopped.signal }, lead).catch(() => {});
        else if (!document.hidden) lead();
        wished();
    }

    let stopped;
    function stop() {
        tell({ bye: true });
        clearTimeout(due);
        clearTimeout(hidden);
        close();
        stopped.abort();
        release?.();
        channel.close();
        channel = undefined;
        wishes.clear();
    }

    addEventListener('pagehide', stop);
    addEventListener('pageshow', event => event.persisted && start());
    document.addEventListener('visibilitychange', () => {
        if (!navigator.locks) {
            if (document.hidden) { close(); release?.(); } else lead();
        } else if (channel) {
            wished();
            update();
        }
    });
    start();
}

// --- Start ---

if (root.dataset.offline) {
    const date = new Date(root.dataset.offline).toLocaleString('en-GB', { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' });
    const note = make('p', { class: 'note warn', role: 'status' }, `Offline, as of ${date}.`);
    document.querySelector('main')?.prepend(note);
}
enliven(document);
setInterval(() => document.hidden || enliven(document), 60_000);
document.querySelector('.error-summary')?.focus();
const modules = (document.body.dataset.modules ?? '').split(' ');
// A timer that runs is on every page.
if (localStorage['larder timers']?.length > 2) modules.push('cook');
for (const name of new Set(modules)) if (/^[a-z]+$/.test(name)) import(`./${name}.js`);
if (!root.dataset.offline) listen();
// What waits in the outbox is sent from every page.
if (reader && localStorage['larder outbox']) import('./shop.js');
if (isSecureContext) {
    navigator.serviceWorker?.register(policy.createScriptURL(new URL('sw.js', import.meta.url).href), { scope: '/' }).catch(() => {});
}
