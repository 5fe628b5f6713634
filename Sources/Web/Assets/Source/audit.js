// The page of the audit: shows what a proof comes to, and keeps the key and the heads that were seen. A later head that contradicts
// one of them is refused.
//   <section data-audit> with [data-key], [data-verdict], [data-path], <pre data-proof>, [data-kept] <ul data-heads>,
//   <form data-text>, <input type="file" data-bytes>

import { make } from './app.js';
import { base64, grouped, grown, hash, headOf, keyOf, leafOf, refuse, same, verify } from './verify.js';

const place = document.querySelector('[data-audit]');
const at = what => place.querySelector(`[data-${what}]`);
const headsMax = 50;
const kept = (() => { try { return JSON.parse(localStorage['larder heads']); } catch { return { heads: [] }; } })();
const short = bytes => base64(bytes).slice(0, 8);

function keep(head) {
    if (kept.heads.some(({ size }) => BigInt(size) === head.size)) return;
    kept.heads.push({ size: String(head.size), note: head.note, at: new Date().toISOString() });
    // The first one stays: it proves most.
    if (kept.heads.length > headsMax) kept.heads.splice(1, 1);
    localStorage['larder heads'] = JSON.stringify(kept);
}

// A head must not contradict those that are kept, and must have grown from the newest of them, or lead to it.
async function compare(head, key) {
    const heads = await Promise.all(kept.heads.map(({ note }) => headOf(note, key)));
    for (const known of heads) if (known.size === head.size) await grown(known, head, []);
    const newest = heads.filter(({ size }) => size !== head.size).at(-1);
    if (!newest) return undefined;
    const [old, later] = newest.size < head.size ? [newest, head] : [head, newest];
    const answer = await fetch(`/audit/consistency?from=${old.size}&to=${later.size}`);
    if (!answer.ok) refuse('growth', `the service does not prove growth from ${grouped(old.size)} to ${grouped(later.size)} events (${answer.status})`);
    const proven = await verify((await answer.json()).proof, key);
    if (!same(proven.old.root, old.root) || !same(proven.head.root, later.root)) refuse('growth', 'the service proves the growth of another log');
    return newest;
}

function draw(path) {
    const row = ({ own, sibling, isRight, result }) => {
        const [ours, other] = [make('td', { class: 'ours' }, short(own)), make('td', {}, short(sibling))];
        return make('tr', {}, ...(isRight ? [other, ours] : [ours, other]), make('td', {}, short(result)));
    };
    const head = make('tr', {}, ...['Left', 'Right', 'Both hashed'].map(word => make('th', { scope: 'col' }, word)));
    for (const [name, value] of [['tabindex', 0], ['role', 'region'], ['aria-label', 'The path to the root']]) at('path').setAttribute(name, value);
    at('path').replaceChildren(make('table', { class: 'path' }, make('thead', {}, head), make('tbody', {}, ...path.map(row))));
}

function list() {
    at('heads').replaceChildren(...kept.heads.map(({ size, at: time }) => make('li', {},
        make('a', { href: `?from=${size}` }, `${grouped(size)} events`), ` kept ${time.slice(0, 16).replace('T', ' ')}`)));
    at('kept').hidden = !kept.heads.length;
}

async function show(text, leaf) {
    const verdict = at('verdict');
    verdict.className = '';
    verdict.textContent = 'Checking…';
    at('path').replaceChildren();
    try {
        if (!crypto.subtle) refuse('browser', 'browsers check signatures only over https: use the command below');
        const shown = at('key').textContent.trim();
        kept.key ??= shown;
        if (kept.key !== shown) refuse('key', 'this is another key than the one that your browser keeps');
        const key = await keyOf(shown);
        const proven = await verify(text, key, leaf);
        if (proven.path) draw(proven.path);
        const since = await compare(proven.head, key);
        keep(proven.head);
        const said = {
            head: `The head of ${grouped(proven.head.size)} events is signed.`,
            inclusion: `Event ${grouped(proven.position ?? 0)} is among the first ${grouped(proven.head.size)} events.`,
            consistency: `The log only grew: the first ${grouped(proven.old?.size ?? 0)} events are the same among ${grouped(proven.head.size)}.`,
        }[proven.claim];
        const more = since ? ` It fits the head of ${grouped(since.size)} events that your browser keeps.` : ' Your browser keeps this head.';
        verdict.className = 'good';
        verdict.textContent = said + more;
    } catch (error) {
        verdict.className = 'bad';
        verdict.textContent = `Not proven. Step «${error.step ?? 'service'}»: ${error.message}.`;
    }
    list();
}

if (place) {
    list();
    const proof = at('proof')?.textContent;
    const leaf = hash((at('leaf')?.textContent ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    if (proof) show(proof, leaf);
    else fetch('/audit/head').then(answer => answer.json()).then(({ note }) => show(note)).catch(() => show(''));
    at('text').hidden = false;
    at('text').addEventListener('submit', event => {
        event.preventDefault();
        show(new FormData(event.target).get('text').replaceAll('\r\n', '\n'));
    });
    at('bytes').parentElement.hidden = false;
    at('bytes').addEventListener('change', async ({ target }) => {
        document.getElementById('f-leaf').value = base64(await leafOf(await target.files[0].arrayBuffer()));
    });
}
