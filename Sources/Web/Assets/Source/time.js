// Moves a page through time.
//   <details class="through" data-time="4134" data-at="1024" data-question="/recipes/r12">    the last position; the one that is shown (absent:
//       now); the question whose answer the page shows
//   <… id="moment">    the content of the page, which is replaced by that of another moment
// A slider over all positions; below it how many events each span of time had, and a line at each event after which the page was another.
// Keys at the slider: arrows one event, with Shift ten, page keys a day, with Shift a week.

import { enliven, make, parsed } from './app.js';

const panel = document.querySelector('details.through');
const space = 'http://www.w3.org/2000/svg';
const head = +panel.dataset.time;
const day = 86_400_000;
const grouped = number => number.toLocaleString('en');

function shape(name, attributes) {
    const element = document.createElementNS(space, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
}

const slider = make('input', { type: 'range', min: 1, max: head, 'aria-label': 'Position of the log', 'aria-describedby': 'time-said' });
const output = make('output', { id: 'time-said', class: 'small num' });
const compare = make('button', { type: 'button', class: 'btn', 'aria-pressed': 'false' }, 'Compare with now');
const ticks = shape('svg', { class: 'ticks', viewBox: `1 0 ${Math.max(1, head - 1)} 40`, preserveAspectRatio: 'none', 'aria-hidden': true });

const recordedOf = panel => +new Date(panel.querySelector('[data-recorded]')?.dataset.recorded ?? Date.now());

// When the position that is shown was recorded, and when the log began.
let shown;
let first = 0;
// What the page said then and says now; «now» is asked for once.
let past = document.getElementById('moment');
let present;
let isCompared = false;
let due, request;

function addressOf(moment) {
    const url = new URL(location.href);
    url.hash = '';
    if (moment === undefined) url.searchParams.delete('asOf');
    else url.searchParams.set('asOf', moment);
    return url;
}

// The page at an address. While its views are folded, it says how far that is.
async function load(url, signal) {
    for (;;) {
        const answer = await fetch(url, { headers: { Accept: 'text/html' }, signal });
        const page = parsed(await answer.text());
        if (answer.status !== 202) return page;
        output.textContent = page.querySelector('main section [role=status]')?.textContent ?? '';
        await new Promise(resolve => setTimeout(resolve, 500));
    }
}

// What a page shows: its content, or why there is none.
function contentOf(page) {
    const content = page.getElementById('moment');
    if (content) return content;
    page.getElementById('said')?.remove();
    return make('div', { id: 'moment' }, ...page.getElementById('main').children);
}

function failed(error) {
    output.textContent = navigator.onLine ? `That moment cannot be shown: ${error.message}` : 'You are offline.';
}

function go(moment) {
    clearTimeout(due);
    request?.abort();
    request = new AbortController();
    const { signal } = request;
    due = setTimeout(async () => {
        try {
            const page = await load(addressOf(moment), signal);
            past = contentOf(page);
            const panelThen = page.querySelector('details.through');
            const at = panelThen?.dataset.at;
            if (at) {
                slider.value = at;
                panel.dataset.at = at;
                shown = recordedOf(panelThen);
                panel.querySelector('summary').replaceChildren(...panelThen.querySelector('summary').childNodes);
                document.getElementById('f-as-of').value = at;
            }
            history.replaceState(null, '', addressOf(at ?? moment));
            tell();
            await render();
        } catch (error) {
            if (!signal.aborted) failed(error);
        }
    }, 150);
}

const tell = more => {
    output.textContent = `Position ${grouped(+slider.value)} of ${grouped(head)}${more ?? ''}`;
};

// --- Then and now ---

const ownText = element => [...element.childNodes].filter(node => node.nodeType === 3).map(node => node.data.trim()).join(' ').trim();

// Marks what only one of two columns says, and answers how many places that are.
function mark(columns) {
    const said = columns.map(column => [...column.querySelectorAll('fieldset *')]
        .map(element => [element, ownText(element)]).filter(([, text]) => text));
    let places = 0;
    for (const [index, pairs] of said.entries()) {
        const others = new Map();
        for (const [, text] of said[1 - index]) others.set(text, (others.get(text) ?? 0) + 1);
        for (const [element, text] of pairs) {
            const left = others.get(text) ?? 0;
            others.set(text, left - 1);
            if (left > 0) continue;
            element.classList.add('changed');
            places += 1;
        }
    }
    return places;
}

// A copy of a content for a column: two columns share no ids, and nothing in them acts.
function column(name, title, content) {
    const copy = content.cloneNode(true);
    for (const element of copy.querySelectorAll('[id]')) element.removeAttribute('id');
    const inside = make('fieldset', { class: 'past', disabled: '' }, ...copy.childNodes);
    return make('section', { class: name, 'aria-label': title }, make('p', { class: 'small soft' }, title), inside);
}

async function render() {
    const old = document.getElementById('moment');
    if (!isCompared) {
        if (old !== past) old.replaceWith(past);
        return enliven(past);
    }
    present ??= contentOf(await load(addressOf()));
    const columns = [column('then', 'Then', past), column('now', 'Now', present)];
    // Before they are compared: an instant and «2 days ago» differ, and mean the same.
    columns.forEach(enliven);
    const places = mark(columns);
    const whole = make('div', { id: 'moment', class: 'columns' }, ...columns);
    old.replaceWith(whole);
    tell(`. ${places ? `${grouped(places)} ${places === 1 ? 'place differs' : 'places differ'} from now` : 'Nothing differs from now'}.`);
}

compare.addEventListener('click', () => {
    isCompared = !isCompared;
    compare.ariaPressed = isCompared;
    tell();
    render().catch(failed);
});

// --- The slider ---

slider.addEventListener('input', () => { tell(); go(slider.value); });
slider.addEventListener('keydown', event => {
    const direction = { ArrowLeft: -1, ArrowDown: -1, PageDown: -1, ArrowRight: 1, ArrowUp: 1, PageUp: 1 }[event.key];
    if (!direction) return;
    event.preventDefault();
    if (event.key.startsWith('Arrow')) {
        slider.value = +slider.value + direction * (event.shiftKey ? 10 : 1);
        tell();
        return go(slider.value);
    }
    shown += direction * day * (event.shiftKey ? 7 : 1);
    if (shown >= Date.now() || shown < first) {
        slider.value = shown < first ? 1 : head;
        shown = Math.max(first, Math.min(shown, Date.now()));
        return go(slider.value);
    }
    go(new Date(shown).toISOString());
});

// What a past page leads to is shown at the same moment.
addEventListener('click', event => {
    const link = event.target.closest?.('#moment a[href^="/"]');
    const moment = new URL(location.href).searchParams.get('asOf');
    if (!link || !moment || link.closest('.now')) return;
    const url = new URL(link.href);
    if (!url.searchParams.has('asOf')) url.searchParams.set('asOf', moment);
    link.href = url;
}, true);

// --- What happened when ---

async function json(url) {
    const answer = await fetch(url);
    let found = answer.ok ? await answer.json() : {};
    // What takes long is the work of a job, whose result is the answer.
    while (answer.status === 202 && /^(waiting|running)$/.test(found.state) && panel.open) {
        await new Promise(resolve => setTimeout(resolve, 1000));
        found = await json(`/jobs/${found.id}`);
    }
    return answer.status === 202 ? found.result ?? {} : found;
}

async function draw() {
    const { buckets = [], from } = await json('/log/histogram?buckets=200');
    first = from ? +new Date(from) : 0;
    const most = Math.max(1, ...buckets.map(bucket => bucket.events));
    for (const { first, last, events } of buckets) {
        const height = Math.max(1, 28 * events / most);
        ticks.append(shape('rect', { x: first, y: 40 - height, width: Math.max(last - first, head / 500), height }));
    }
    const { question } = panel.dataset;
    let next;
    // A page of a why has at most a hundred reasons.
    for (let pages = 0; question && pages < 10 && (!pages || next); pages += 1) {
        const answer = await json(`/why?${new URLSearchParams({ question, limit: 100, ...next && { after: next } })}`);
        for (const { event } of answer.reasons ?? []) if (event) ticks.append(shape('line', { x1: event, x2: event, y1: 0, y2: 10 }));
        next = answer.next;
    }
}

slider.value = panel.dataset.at ?? head;
shown = recordedOf(panel);
panel.querySelector('form .buttons').append(compare);
panel.append(make('div', { class: 'range' }, slider, ticks, output));
tell();
let isDrawn = false;
const begin = () => {
    if (!panel.open || isDrawn) return;
    isDrawn = true;
    draw().catch(failed);
};
panel.addEventListener('toggle', begin);
begin();
