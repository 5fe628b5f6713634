// Recipes of a cookbook change places by drag, beside their buttons.
//   <ol id="shelf" data-order="/b12/order">    its <li data-recipe="r5" data-place="3">

import { askPart, say, swap } from './app.js';

const shelf = () => document.getElementById('shelf');
let held;

function show() {
    for (const line of shelf()?.querySelectorAll('li') ?? []) line.draggable = true;
}

addEventListener('dragstart', event => {
    held = event.target.closest?.('#shelf > li');
    held?.classList.add('held');
});

addEventListener('dragover', event => {
    const line = held && event.target.closest('#shelf > li');
    if (!line) return;
    event.preventDefault();
    const box = line.getBoundingClientRect();
    if (line !== held) line[event.clientY > box.top + box.height / 2 ? 'after' : 'before'](held);
});

addEventListener('drop', event => held && event.preventDefault());

addEventListener('dragend', async () => {
    if (!held) return;
    const { recipe, place } = held.dataset;
    held.classList.remove('held');
    // The place among those of the page, whose first one need not be the first of the cookbook.
    const places = [...shelf().children].map(line => +line.dataset.place).sort((a, b) => a - b);
    const wanted = places[[...shelf().children].indexOf(held)];
    held = undefined;
    if (wanted === +place) return;
    const body = new URLSearchParams({ recipe, place: wanted, do: 'to', part: 'shelf' });
    try {
        swap(await askPart(shelf().dataset.order + location.search, 'shelf', { method: 'POST', body }));
    } catch {
        say('The recipe could not be moved. Try again.');
        setTimeout(() => location.reload(), 3000);
    }
});

addEventListener('swapped', show);
show();
