// Lists that go on by themselves, over real addresses.
//   <div role="feed" data-more> <article id="r12">… </div> … <a rel="next" href="/?after=…">
// Loads the next page before the end is near, five pages at most; then the link stays, so that the end of the page can be reached.
//   <form data-seen>         marks the feed as seen, two seconds after it was shown
// The address is that of the page in sight. Back restores all pages and the place. Off by <html data-scroll="off">.

import { ask, enliven } from './app.js';

const list = document.querySelector('[role=feed][data-more]');
const link = () => document.querySelector('a[rel=next]');
const pagesMax = 5;

// What was shown for two seconds is seen; without scripts the button says so.
const seen = document.querySelector('form[data-seen]');
if (seen) setTimeout(() => {
    if (document.hidden) return;
    seen.hidden = true;
    const body = new URLSearchParams([...new FormData(seen), ['part', 'seen']]);
    fetch(seen.action, { method: 'POST', body, redirect: 'manual' }).catch(() => { seen.hidden = false; });
}, 2000);

if (list && document.documentElement.dataset.scroll !== 'off') begin();

function begin() {
    // The address of each page, and its first article: pages above the one that was loaded have none before it.
    let pages = [{ url: location.pathname + location.search, first: list.firstElementChild }];
    let isLoading = false;

    const number = () => [...list.children].forEach((article, index) => {
        article.ariaPosInSet = index + 1;
        article.ariaSetSize = link() ? -1 : list.children.length;
    });

    // The articles of a page that the list does not have yet, and where the page leads.
    async function load(url) {
        const page = await ask(url);
        const fresh = [...(page.querySelector('[role=feed]')?.children ?? [])]
            .filter(article => !article.id || !document.getElementById(article.id));
        fresh.forEach(enliven);
        return { fresh, next: page.querySelector('a[rel=next]')?.getAttribute('href') };
    }

    async function more() {
        const next = link();
        if (isLoading || !next || pages.length >= pagesMax) return;
        isLoading = true;
        list.ariaBusy = 'true';
        try {
            const url = next.getAttribute('href');
            const page = await load(url);
            list.append(...page.fresh);
            if (page.fresh.length) pages.push({ url, first: page.fresh[0] });
            if (page.next) next.href = page.next;
            else next.remove();
            number();
            again();
        } catch {
            // The link stays, and works.
            watch.disconnect();
        }
        list.ariaBusy = 'false';
        isLoading = false;
    }

    const watch = new IntersectionObserver(([entry]) => entry.isIntersecting && more(), { rootMargin: '0px 0px 1500px' });
    // An observer reports a change: a link that is still near after a page is observed again.
    function again() {
        watch.disconnect();
        if (link() && pages.length < pagesMax) watch.observe(link());
    }

    // Which page is in sight, and how far its article in sight is from the top.
    let timer;
    function keep() {
        const article = [...list.children].find(article => article.getBoundingClientRect().bottom > 80);
        if (!article) return;
        const page = pages.findLast(page => page.first.compareDocumentPosition(article) !== Node.DOCUMENT_POSITION_PRECEDING);
        const urls = pages.map(page => page.url);
        const top = article.getBoundingClientRect().top;
        history.replaceState({ urls, id: article.id, top }, '', (page ?? pages[0]).url);
    }
    addEventListener('scroll', () => {
        clearTimeout(timer);
        timer = setTimeout(keep, 150);
    }, { passive: true });

    async function restore({ urls, id, top }) {
        const here = urls.indexOf(pages[0].url);
        if (here < 0) return;
        history.scrollRestoration = 'manual';
        const loaded = await Promise.all(urls.map((url, index) => index === here ? undefined : load(url)));
        const first = list.firstElementChild;
        const restored = [];
        loaded.forEach((page, index) => {
            if (!page) restored.push(pages[0]);
            else if (page.fresh.length) {
                restored.push({ url: urls[index], first: page.fresh[0] });
                if (index < here) first.before(...page.fresh);
                else list.append(...page.fresh);
            }
        });
        pages = restored;
        const end = loaded.at(-1);
        if (end) end.next ? link()?.setAttribute('href', end.next) : link()?.remove();
        const article = document.getElementById(id);
        if (article) scrollBy({ top: article.getBoundingClientRect().top - top, behavior: 'instant' });
    }

    const state = history.state;
    const isBack = performance.getEntriesByType('navigation')[0]?.type !== 'navigate';
    (isBack && state?.urls?.length > 1 ? restore(state).catch(() => {}) : Promise.resolve()).then(() => { number(); again(); });
}
