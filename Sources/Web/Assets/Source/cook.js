// Cook mode, and timers on a recipe's page.
//   <section data-cook data-recipe="r12" data-step="2" data-steps="9">    a step, with <a rel="prev"> and <a rel="next">
//   <button data-timer="600" data-name="Simmer" disabled>    starts a timer of 600 seconds
//   <button data-awake aria-pressed="false" hidden>    keeps the screen on; shown where the browser can
//   <button data-print hidden>    prints the page
//   <ul data-ticks>    its boxes stay ticked while the tab is open
//   <a data-back>    goes back in the history, if the list that it leads to is the page before
//   <div data-timers>    where timers stand; absent: at the end of the step, or of <main>
// Steps change in place, so that screen and sound stay on. Left and right keys and swipes follow the links.
// Timers survive changes of steps, reloads and other pages; they are kept in the browser as «larder timers».

import { ask, enliven, icon, make, say } from './app.js';

const main = document.querySelector('main');

// «Back» keeps a list as it was left, if the list is the page before.
addEventListener('click', event => {
    const back = event.target.closest('[data-back]');
    if (!back || event.ctrlKey || event.metaKey || !document.referrer.startsWith(back.origin + back.pathname)) return;
    event.preventDefault();
    history.back();
});
const section = () => document.querySelector('[data-cook]');

// A recipe was stored just now: the draft that was sent has done its work.
if (document.querySelector('#said[data-stored]')) {
    for (const key of Object.keys(localStorage)) {
        if (key.startsWith('larder draft ') && localStorage[key].includes('"sent":true')) localStorage.removeItem(key);
    }
}

// --- The screen stays on ---

const awakeKey = 'larder awake';
let lock;

async function stayAwake() {
    const button = document.querySelector('[data-awake]');
    const isWanted = sessionStorage[awakeKey] ? sessionStorage[awakeKey] === 'on' : !!section();
    if (!button || !navigator.wakeLock) return;
    button.hidden = false;
    // A browser releases the lock of a page that is not visible.
    if (isWanted && !document.hidden && (!lock || lock.released)) lock = await navigator.wakeLock.request('screen').catch(() => undefined);
    if (!isWanted) lock = await lock?.release();
    button.ariaPressed = String(!!lock && !lock.released);
}

document.addEventListener('visibilitychange', stayAwake);

// --- Timers ---

const timersKey = 'larder timers';
const read = () => { try { return JSON.parse(localStorage[timersKey] ?? '[]'); } catch { return []; } };
const write = timers => { localStorage[timersKey] = JSON.stringify(timers); draw(); };
const change = (id, act) => write(read().flatMap(timer => timer.id === id ? act(timer) ?? [] : timer));
const left = timer => Math.ceil(timer.left ?? (timer.end - Date.now()) / 1000);
const recipe = () => document.querySelector('[data-recipe]')?.dataset.recipe ?? location.pathname.split('/')[1];

const dish = () => document.querySelector('[data-dish]')?.dataset.dish;

let sound;

// Three beeps. A browser allows sound after the reader has pressed something.
function ring() {
    navigator.vibrate?.([300, 150, 300]);
    if (sound?.state !== 'running') return;
    for (let beep = 0; beep < 3; beep += 1) {
        const [tone, volume, at] = [sound.createOscillator(), sound.createGain(), sound.currentTime + beep * 0.45];
        tone.frequency.value = 880;
        volume.gain.setValueAtTime(0.25, at);
        volume.gain.exponentialRampToValueAtTime(0.001, at + 0.35);
        tone.connect(volume).connect(sound.destination);
        tone.start(at);
        tone.stop(at + 0.4);
    }
}

function unmute() {
    try { sound ??= new AudioContext(); sound.resume(); } catch { /* Without sound there is still the message. */ }
}

const shown = new Map();

function place() {
    let place = document.querySelector('[data-timers]');
    if (!place) {
        place = make('div', { class: 'timers', 'data-timers': '' });
        (document.querySelector('[data-cook] .now') ?? main).append(place);
    }
    return place;
}

function clock(timer) {
    const button = (word, act) => {
        const button = make('button', { type: 'button', class: 'btn' }, word);
        button.addEventListener('click', () => { unmute(); act(); });
        return button;
    };
    const time = make('b');
    const pause = button('Pause', () => change(timer.id, timer => timer.left == null
        ? { ...timer, left: left(timer) } : { ...timer, end: Date.now() + timer.left * 1000, left: undefined }));
    const add = button('+ 1 min', () => change(timer.id, timer => timer.left == null
        ? { ...timer, end: Math.max(timer.end, Date.now()) + 60_000, rung: false } : { ...timer, left: timer.left + 60 }));
    const stop = button('Stop', () => change(timer.id, () => undefined));
    const away = timer.recipe !== recipe();
    const name = away ? make('a', { href: timer.url }, timer.dish ? `${timer.dish}, ${timer.name}` : timer.name) : timer.name;
    const element = make('div', { class: 'clock', role: 'timer', 'aria-label': away && timer.dish ? `${timer.name}, ${timer.dish}` : timer.name }, icon('timer'), time,
        make('span', {}, name), pause, add, stop);
    return { element, time, pause, stop };
}

function draw() {
    const timers = read();
    if (!timers.length && !shown.size) return;
    for (const [id, { element }] of shown) if (!timers.some(timer => timer.id === id)) { element.remove(); shown.delete(id); }
    for (const timer of timers) {
        if (!shown.has(timer.id)) shown.set(timer.id, clock(timer));
        const parts = shown.get(timer.id);
        if (!parts.element.isConnected) place().append(parts.element);
        const seconds = Math.max(0, left(timer));
        const text = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
        parts.time.textContent = (text[0] ? text : text.slice(1)).map((part, index) => index ? String(part).padStart(2, 0) : part).join(':');
        const isDue = !seconds;
        parts.element.classList.toggle('due', isDue);
        parts.pause.hidden = isDue;
        parts.pause.textContent = timer.left == null ? 'Pause' : 'Go on';
        parts.stop.textContent = isDue ? 'Done' : 'Stop';
    }
}

// Of several tabs, the first that sees the end rings.
function tick() {
    draw();
    const timers = read();
    const due = timers.filter(timer => !timer.rung && left(timer) <= 0);
    if (!due.length) return;
    write(timers.map(timer => due.includes(timer) ? { ...timer, rung: true } : timer));
    ring();
    for (const timer of due) {
        say(`${timer.dish ? `${timer.dish}, ` : ''}${timer.name}: the time is up.`);
        if (document.hidden && globalThis.Notification?.permission === 'granted') new Notification(timer.name, { body: 'The time is up.' });
    }
}

// --- Steps ---

async function go(href, isBack) {
    try {
        const page = await ask(href);
        const next = page.querySelector('[data-cook]');
        if (!next) throw Error(href);
        section().replaceWith(next);
        document.title = page.title;
        if (!isBack) history.pushState({ cook: true }, '', href);
        enliven(next);
        const title = next.querySelector('h1') ?? next;
        title.tabIndex = -1;
        title.focus();
        scrollTo(0, 0);
        draw();
        show();
    } catch {
        location.href = href;
    }
}

const follow = which => section()?.querySelector(`a[rel=${which}]`)?.click();

addEventListener('click', event => {
    const button = event.target.closest?.('button');
    if (button?.dataset.timer) {
        unmute();
        const { timer: seconds, name = button.textContent.trim() } = button.dataset;
        write([...read(), { id: Date.now(), recipe: recipe(), dish: dish(), url: location.pathname + location.search, name, end: Date.now() + seconds * 1000 }].slice(-20));
        say(`Timer started: ${name}.`);
    } else if (button?.dataset.awake !== undefined) {
        sessionStorage[awakeKey] = button.ariaPressed === 'true' ? 'off' : 'on';
        stayAwake();
    }
    if (button?.dataset.print !== undefined) print();
    const link = event.target.closest?.('[data-cook] a[rel=prev], [data-cook] a[rel=next]');
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(link.getAttribute('href'));
});

addEventListener('keydown', event => {
    if (!section() || event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, textarea, select, dialog')) return;
    if (event.key === 'ArrowLeft') follow('prev');
    if (event.key === 'ArrowRight') follow('next');
});

let from;
addEventListener('touchstart', event => { from = event.touches.length === 1 ? event.touches[0] : undefined; }, { passive: true });
addEventListener('touchend', event => {
    if (!from || !event.target.closest?.('[data-cook]')) return;
    const [across, down] = [event.changedTouches[0].clientX - from.clientX, event.changedTouches[0].clientY - from.clientY];
    if (Math.abs(across) > 70 && Math.abs(across) > 2 * Math.abs(down)) follow(across > 0 ? 'prev' : 'next');
}, { passive: true });

// Ticked ingredients stay ticked in this tab.
const ticks = document.querySelector('[data-ticks]');
if (ticks) {
    const key = `larder ticks ${recipe()}`;
    const boxes = [...ticks.querySelectorAll('input')];
    const kept = (sessionStorage[key] ?? '').split(',');
    boxes.forEach((box, index) => { box.checked = kept.includes(String(index)); });
    ticks.addEventListener('change', () => {
        sessionStorage[key] = boxes.flatMap((box, index) => box.checked ? index : []).join();
    });
}

if (section()) addEventListener('popstate', () => go(location.href, true));
addEventListener('storage', event => event.key === timersKey && draw());
setInterval(tick, 500);
tick();
// Buttons that need scripts, also in a part that has just been replaced.
function show() {
    for (const button of document.querySelectorAll('[data-print]')) button.hidden = false;
    for (const button of document.querySelectorAll('[data-timer]')) button.disabled = false;
    stayAwake();
}
addEventListener('swapped', show);
show();
