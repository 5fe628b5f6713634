// The service worker: pages and photos without a connection, and the outbox. It needs the header Service-Worker-Allowed: /.
//   larder assets <digest>   all assets and /offline, at install
//   larder pages             the last 30 recipes seen, with all steps of those cooked, /saved with its recipes, /list, /week
//   larder images            the photos of these; with the pages at most 60 MiB, the oldest goes first
// Pages come from the network, or after 3 seconds from the copy: <html data-offline="date of the copy"> then says so.

const folder = new URL('.', location.href);
const assets = `larder assets ${folder.pathname.split('/').at(-2)}`;
const [pages, images] = ['larder pages', 'larder images'];
const names = ['look.css', 'icons.svg', 'icon.svg', 'app.js', 'keys.js', 'feed.js', 'cook.js', 'editor.js', 'shop.js', 'books.js'];
const isKept = path => /^\/(r\d+(\/cook)?|saved|list|week)$/.test(path);
const isStep = path => path.endsWith('/cook');
const bytesMax = 60 << 20;
const recipesMax = 30;
const patience = 3e3;

addEventListener('install', event => {
    skipWaiting();
    event.waitUntil(caches.open(assets).then(async cache => {
        await cache.addAll(names.map(name => new URL(name, folder).href));
        // As a guest sees it: it stays after the reader has signed out.
        await cache.add(new Request('/offline', { credentials: 'omit' })).catch(() => {});
    }));
});

addEventListener('activate', event => event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith('larder assets') && name !== assets) await caches.delete(name);
    await clients.claim();
})()));

const forget = () => Promise.all([pages, images].map(name => caches.delete(name)));

async function put(name, request, answer) {
    const cache = await caches.open(name);
    // A renewed entry goes to the end: keys come in the order of insertion.
    await cache.delete(request);
    await cache.put(request, answer);
    await trim();
}

async function trim() {
    const cache = await caches.open(pages);
    const last = new Set();
    for (const request of (await cache.keys()).reverse()) {
        const [recipe] = /^\/r\d+/.exec(new URL(request.url).pathname) ?? [];
        if (recipe && last.add(recipe).size > recipesMax) await cache.delete(request);
    }
    const photos = await caches.open(images);
    let bytes = 0;
    for (const request of (await photos.keys()).reverse()) {
        bytes += +((await photos.match(request))?.headers.get('Content-Length') ?? 1e5);
        if (bytes > bytesMax) await photos.delete(request);
    }
}

const isPublic = answer => answer.ok && !answer.redirected && !/no-store/.test(answer.headers.get('Cache-Control'));

// Recipes of the saved list, the steps of a recipe that is cooked, and the photos that a page shows, where they are missing.
async function fill(path, text) {
    const want = path === '/saved' ? [...text.matchAll(/href="(\/r\d+)"/g)].slice(0, recipesMax).map(match => [pages, match[1]]) : [];
    for (const match of text.matchAll(/src="(\/images\/[^"]+)"/g)) want.push([images, match[1]]);
    // The address of a step is that of the next one with another number. The page of the end has a form, and is not kept.
    const next = isStep(path) && / data-steps="(\d+)".* rel="next" href="([^"]+step=)\d+([^"]*)"/s.exec(text);
    for (let step = 2; next && step <= +next[1]; step += 1) want.push([pages, next[2] + step + next[3]]);
    for (let [name, url] of want) {
        url = url.replaceAll('&amp;', '&');
        if (await (await caches.open(name)).match(url)) continue;
        const answer = await fetch(url).catch(() => {});
        if (!answer || !isPublic(answer)) continue;
        if (name === pages) await fill('', await answer.clone().text());
        await put(name, url, answer);
    }
}

async function copyOf(request) {
    const cache = await caches.open(pages);
    const { pathname, search } = new URL(request.url);
    // With another query a step is another step, and a week another week; a recipe is the same one.
    const isLike = /^\/r\d+$/.test(pathname) || !search && !isStep(pathname);
    const copy = await cache.match(request) ?? await cache.match(request, { ignoreSearch: isLike });
    if (!copy) return;
    const text = (await copy.text()).replace('<html ', `<html data-offline="${copy.headers.get('Date') ?? ''}" `);
    return new Response(text, { headers: copy.headers });
}

async function page(event) {
    const { request } = event;
    const { pathname } = new URL(request.url);
    const network = fetch(request);
    const late = new Promise((_, reject) => setTimeout(reject, patience));
    // A slow page is kept too, for the next time.
    const kept = network.then(async answer => {
        // The service says so to a banned reader. Where a session has ended, pages lead to signing in.
        if (answer.headers.has('Clear-Site-Data') || pathname === '/sign-in') await forget();
        if (!isKept(pathname) || !isPublic(answer)) return;
        await put(pages, request, answer.clone());
        await fill(pathname, await answer.clone().text());
    }).catch(() => {});
    event.waitUntil(kept);
    try {
        return (await Promise.race([network, late])).clone();
    } catch {
        return await copyOf(request) ?? network.catch(() => caches.match('/offline'));
    }
}

addEventListener('fetch', event => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (origin !== location.origin) return;
    if (request.method === 'POST' && /^\/(sign-(in|out|up)|settings\/leave)$/.test(pathname)) event.waitUntil(forget());
    if (request.method !== 'GET') return;
    if (/^\/(static|images)\//.test(pathname)) {
        // The copy may have another size than the browser wants; each is better than none.
        event.respondWith(caches.match(request).then(copy => copy ?? fetch(request).catch(() => caches.match(request, { ignoreSearch: true }))));
    } else if (request.mode === 'navigate' || isStep(pathname)) {
        // cook.js asks for steps without leaving the page.
        event.respondWith(page(event));
    }
});

// The outbox, when the connection is back and no page is open. shop.js describes the store.
addEventListener('sync', event => event.waitUntil(navigator.locks.request('larder outbox', async () => {
    const done = asked => new Promise((resolve, reject) => { asked.onsuccess = () => resolve(asked.result); asked.onerror = reject; });
    const base = await done(indexedDB.open('larder', 1));
    const box = () => base.transaction('outbox', 'readwrite').objectStore('outbox');
    for (const entry of await done(box().getAll())) {
        if (entry.refused) continue;
        const answer = await fetch(entry.url, { method: 'POST', body: new URLSearchParams(entry.body), redirect: 'manual' });
        if (answer.status === 429 || answer.status >= 500) throw Error(answer.status);
        // A redirect leads to signing in: the entry is sent again after that.
        await done(answer.status === 200 ? box().delete(entry.id) : box().put({ ...entry, refused: answer.status || 401 }));
    }
})));
