"""Proofs in the browser: verify.js accepts what «larder audit verify» accepts, and refuses it with one byte changed."""
import base64
import os
import random

from person import expect

# The fault of each text, or null.
verify = """
async ([texts, key]) => {
    const { keyOf, verify } = await import(document.querySelector('script[src$="/app.js"]').src.replace(/app\\.js$/, 'verify.js'));
    const faults = [];
    for (const text of texts) {
        try {
            const bytes = Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
            await verify(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), await keyOf(key));
            faults.push(null);
        } catch (error) {
            faults.push(`${error.step}: ${error.message}`);
        }
    }
    return faults;
}
"""
changes = 200


def proofs(work):
    """Heads, events and growth of several sizes, and each of 200 of them with one byte changed."""
    kitchen = work.kitchen
    seed = int(os.environ.get("LARDER_SEED", "1"))
    dice = random.Random(seed)
    head = int(kitchen.run("audit", "head").splitlines()[1])
    sizes = sorted({1, 2, 3, 256, 257, head, *(dice.randint(1, head) for _ in range(8))})
    whole = [kitchen.run("audit", "head", "--size", str(size)) for size in sizes]
    whole += [kitchen.run("audit", "prove", str(dice.randint(1, size)), "--size", str(size)) for size in sizes]
    whole += [kitchen.run("audit", "prove", "--from", str(old), "--to", str(new)) for old, new in zip([0, *sizes], sizes)]
    whole += [kitchen.run("audit", "prove", "--from", str(head), "--to", str(head))]
    key = kitchen.run("audit", "key").strip()

    def faults(texts):
        return page.evaluate(verify, [[base64.b64encode(text).decode() for text in texts], key])
    person = work.person()
    person.go("/audit/check")
    page = person.page
    texts = [text.encode() for text in whole]
    for text, fault in zip(whole, faults(texts)):
        if fault:
            raise AssertionError(f"a proof that holds is refused: {fault}\n{text}")
    changed = []
    for number in range(changes):
        text = bytearray(texts[number % len(texts)])
        place = dice.randrange(len(text))
        text[place] ^= dice.randint(1, 255)
        changed.append((bytes(text), place))
    for (text, place), fault in zip(changed, faults([text for text, _ in changed])):
        if not fault:
            raise AssertionError(f"a proof with byte {place} changed is accepted (LARDER_SEED={seed}):\n{text.decode(errors='replace')}")
    person.close()


def keeping(work):
    """The browser keeps key and heads: a later head is proven to have grown from an earlier one, and another key is refused."""
    person = work.person()
    person.go("/audit/check")
    verdict = person.main.locator("[data-verdict]")
    expect(verdict).to_contain_text("Your browser keeps this head")
    work.kitchen.post(f"/members/@{work.kitchen.member('author').username}/follow", None, work.kitchen.join("follower"))
    person.page.reload()
    expect(verdict).to_contain_text("It fits the head of")
    person.page.evaluate("() => { const kept = JSON.parse(localStorage['larder heads']); kept.key = `x${kept.key}`;"
                         " localStorage['larder heads'] = JSON.stringify(kept); }")
    person.page.reload()
    expect(verdict).to_contain_text("Step «key»: this is another key than the one that your browser keeps")
    person.close()


def checks(is_long):
    return [("proofs: what holds, and 200 with one byte changed", proofs), ("proofs: kept heads", keeping)]
