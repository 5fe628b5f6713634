// Proofs of the log, checked in this browser: heads signed by the log's key (c2sp.org/tlog-checkpoint), that an event is in the log
// (c2sp.org/tlog-proof), that the log only grew (c2sp.org/tlog-witness). Hashes and signatures are WebCrypto's.

const bytesOf = text => new TextEncoder().encode(text);
export const base64 = bytes => btoa(String.fromCharCode(...bytes));
export const grouped = number => Number(number).toLocaleString('en');

// `step` says which step failed.
export function refuse(step, why) {
    throw Object.assign(new Error(why), { step });
}

// Padded base64 in its one canonical spelling; nothing for any other text.
function decoded(text) {
    try {
        const raw = atob(text);
        return btoa(raw) === text ? Uint8Array.from(raw, letter => letter.charCodeAt(0)) : undefined;
    } catch {
        return undefined;
    }
}

async function sha256(...parts) {
    return new Uint8Array(await crypto.subtle.digest('SHA-256', await new Blob(parts).arrayBuffer()));
}

export const leafOf = bytes => sha256(new Uint8Array([0]), bytes);
const nodeOf = (left, right) => sha256(new Uint8Array([1]), left, right);
export const same = (one, other) => base64(one) === base64(other);

const whole = text => /^(0|[1-9]\d{0,19})$/.test(text) && BigInt(text) < 2n ** 64n ? BigInt(text) : undefined;
export const hash = text => { const bytes = decoded(text); return bytes?.length === 32 ? bytes : undefined; };

// The key in its text form: name+id+key.
export async function keyOf(text) {
    const [, name, id, rest] = /^([^+\s]+)\+([0-9a-f]{8})\+(.+)$/u.exec(text) ?? refuse('key', 'this is not a key of a log');
    const bytes = decoded(rest);
    if (bytes?.length !== 33 || bytes[0] !== 1) refuse('key', 'the key is not an Ed25519 key');
    const digest = await sha256(bytesOf(`${name}\n`), bytes);
    if (base64(digest.slice(0, 4)) !== base64(Uint8Array.from(id.match(/../g), pair => parseInt(pair, 16)))) {
        refuse('key', 'the id of the key does not belong to it');
    }
    return { name, id: digest.slice(0, 4), key: await crypto.subtle.importKey('raw', bytes.slice(1), 'Ed25519', false, ['verify']) };
}

// The head that the key signed.
export async function headOf(note, key) {
    const gap = note.lastIndexOf('\n\n');
    if (/[\0-\x09\x0b-\x1f]/.test(note) || !note.endsWith('\n') || gap < 1 || gap + 2 === note.length) refuse('head', 'no signed head stands there');
    const text = note.slice(0, gap + 1);
    const signatures = note.slice(gap + 2, -1).split('\n').map(line => {
        const [, name, rest] = /^— ([^+\s]+) (\S+)$/u.exec(line) ?? [];
        const bytes = rest && decoded(rest);
        return bytes?.length > 4 ? { name, id: bytes.slice(0, 4), bytes: bytes.slice(4) } : refuse('head', 'a line below the head is no signature');
    });
    const own = signatures.filter(({ name, id }) => name === key.name && same(id, key.id));
    if (!own.length) refuse('signature', 'the head is not signed by the key of this log');
    for (const { bytes } of own) {
        if (!await crypto.subtle.verify('Ed25519', key.key, bytes, bytesOf(text))) refuse('signature', 'the signature does not fit the head');
    }
    const [origin, second, third, ...more] = text.slice(0, -1).split('\n');
    const [size, root] = [whole(second ?? ''), hash(third ?? '')];
    if (size === undefined || !root || more.includes('') || !size && !same(root, await sha256())) refuse('head', 'the head has no size or no root');
    if (origin !== key.name) refuse('head', 'the head is of another log');
    return { origin, size, root, note };
}

// What both proofs share: climbs from one hash to the root (RFC 9162, 2.1.3.2 and 2.1.4.2).
async function climb(index, last, proof, step) {
    for (const sibling of proof) {
        if (!last) refuse('path', 'the proof is longer than its tree is high');
        const isRight = index & 1n || index === last;
        await step(sibling, Boolean(isRight));
        if (isRight) while (!(index & 1n) && index) [index, last] = [index >> 1n, last >> 1n];
        [index, last] = [index >> 1n, last >> 1n];
    }
    if (last) refuse('path', 'the proof is shorter than its tree is high');
}

async function included(leaf, index, proof, head) {
    if (index >= head.size) refuse('path', 'the head is of fewer events');
    const path = [];
    let own = leaf;
    await climb(index, head.size - 1n, proof, async (sibling, isRight) => {
        const before = own;
        own = await (isRight ? nodeOf(sibling, own) : nodeOf(own, sibling));
        path.push({ own: before, sibling, isRight, result: own });
    });
    if (!same(own, head.root)) refuse('root', 'the proof leads to another root');
    return path;
}

export async function grown(old, head, proof) {
    if (old.size > head.size) refuse('growth', 'the later head is of fewer events');
    if (!old.size || old.size === head.size) {
        if (proof.length) refuse('path', 'the proof is longer than its tree is high');
        if (old.size && !same(old.root, head.root)) refuse('growth', 'there are two heads of as many events: the log was forked, or rewritten');
        return;
    }
    const isWhole = !(old.size & (old.size - 1n));
    const [first, ...rest] = isWhole ? [old.root, ...proof] : proof;
    if (!first) refuse('path', 'the proof is shorter than its tree is high');
    let [index, last] = [old.size - 1n, head.size - 1n];
    while (index & 1n) [index, last] = [index >> 1n, last >> 1n];
    let [before, after] = [first, first];
    await climb(index, last, rest, async (sibling, isRight) => {
        if (isRight) before = await nodeOf(sibling, before);
        after = await (isRight ? nodeOf(sibling, after) : nodeOf(after, sibling));
    });
    if (!same(before, old.root)) refuse('growth', 'the proof does not begin at the earlier head');
    if (!same(after, head.root)) refuse('root', 'the proof leads to another root');
}

// A number, hashes up to an empty line, and the head behind it.
async function bodyOf(text, word, key) {
    const lines = text.split('\n');
    const end = lines.indexOf('');
    const [number, hashes] = [whole(lines[0].slice(word.length)), lines.slice(1, end).map(hash)];
    if (!lines[0].startsWith(word) || number === undefined || end < 1 || end > 65 || hashes.includes(undefined)) refuse('proof', 'the proof cannot be read');
    return { number, hashes, head: await headOf(lines.slice(end + 1).join('\n'), key) };
}

const mark = 'c2sp.org/tlog-proof@v1\n';

// Checks a head or a proof, as «larder audit verify» does. `leaf`: that of the event, if the proof does not hold it.
export async function verify(text, key, leaf) {
    if (text.startsWith(mark)) {
        let rest = text.slice(mark.length);
        const [line, extra] = /^extra (.*)\n/.exec(rest) ?? [];
        if (line) rest = rest.slice(line.length);
        const held = extra === undefined ? undefined : decoded(extra) ?? refuse('proof', 'the event in the proof cannot be read');
        const { number, hashes, head } = await bodyOf(rest, 'index ', key);
        const start = held ? await leafOf(held) : leaf ?? refuse('proof', 'the proof does not hold the event: name its leaf');
        return { claim: 'inclusion', position: number + 1n, head, path: await included(start, number, hashes, head) };
    }
    if (text.startsWith('old ')) refuse('growth', 'the proof does not hold the head at which it begins');
    const gap = text.indexOf('\n\nold ');
    if (gap >= 0) {
        const earlier = await headOf(text.slice(0, gap + 1), key);
        const { number, hashes, head } = await bodyOf(text.slice(gap + 2), 'old ', key);
        if (earlier.size !== number) refuse('growth', 'the earlier head has another size than the proof');
        await grown(earlier, head, hashes);
        return { claim: 'consistency', old: earlier, head };
    }
    return { claim: 'head', head: await headOf(text, key) };
}
