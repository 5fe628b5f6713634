// Shortcuts. They are off in fields, with a modifier, in dialogs, and by <html data-keys="off">.
//   ?  this list · /  search · j k  next and previous card · l  like · s  save · c  comments · g, then f d a b s p  pages
// A card is an <article> of <main>. Its forms are found by the end of their action: /like, /save; its comments by #comments.

import { make, show } from './app.js';

const pages = { f: '', d: 'discover', a: 'activity', b: 'board', s: 'saved', p: 'week' };
let isGoing = 0;
let current;

const card = () => (current?.isConnected ? current : document.querySelector('main article, main'));
const press = what => card().querySelector(what)?.click();

// The top of the card comes to the top of the window.
function step(by) {
    const all = [...document.querySelectorAll('main article')];
    const held = all.indexOf(document.activeElement.closest('article'));
    const isBehind = card => (card.getBoundingClientRect().top - 90) * by > 0;
    const next = all[held >= 0 ? held + by : by > 0 ? all.findIndex(isBehind) : all.findLastIndex(isBehind)];
    if (!next) return;
    current = next;
    next.scrollIntoView();
    next.querySelector('h1 a, h2 a')?.focus({ preventScroll: true });
}

const acts = {
    j: ['next recipe', () => step(1)],
    k: ['previous recipe', () => step(-1)],
    l: ['like', () => press('[action$="/like"] button')],
    s: ['save', () => press('[action$="/save"] button')],
    c: ['comments', () => press('[href$="#comments"]')],
    '/': ['search', () => {
        const field = [...document.querySelectorAll('[type=search]')].find(field => field.checkVisibility());
        field ? field.focus() : location.href = '/find';
    }],
    g: ['then a letter: go to', () => { isGoing = Date.now(); }],
    '?': ['this list', () => {
        const rows = [...Object.entries(acts).map(([key, [word]]) => [key, word]),
            ...Object.entries(pages).map(([key, page]) => [`g ${key}`, page || 'feed'])];
        show(make('div', {}, make('h2', {}, 'Shortcuts'), make('ul', { class: 'rows' },
            ...rows.map(([key, word]) => make('li', {}, make('code', {}, key), word)))));
    }],
};

addEventListener('keydown', event => {
    const { key, target } = event;
    if (document.documentElement.dataset.keys === 'off' || event.ctrlKey || event.metaKey || event.altKey
        || target.closest('input, textarea, select, dialog')) return;
    const page = Date.now() - isGoing < 1500 ? pages[key] : undefined;
    isGoing = 0;
    if (page !== undefined) location.href = `/${page}`;
    else if (acts[key]) acts[key][1]();
    else return;
    event.preventDefault();
});
