"""What eyes would find on a page, measured: text that is cut off, text on text, what cannot be reached."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

LOST = """() => {
  const scope = document.querySelector('dialog[open]') ?? document.body;
  const SLACK = 2;
  const found = new Set();
  const shown = node => node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const unseen = node => {
    for (let at = node; at && at !== document.documentElement; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.clipPath !== 'none' && style.overflowX === 'hidden') return true;
    }
    return node.closest('.skip:not(:focus), noscript, select') !== null;
  };
  const name = node => `${node.tagName.toLowerCase()}.${node.getAttribute('class') ?? ''}`;

  /** A whole line that an ellipsis stands for, on a button that shows all of it. */
  const leftOut = (at, style, y, bottom, clips) => style.webkitLineClamp !== 'none' && at.closest('button') !== null
    && clips.height >= bottom - y && y > clips.bottom - 0.35 * (bottom - y);

  /** What is left of a box within all that clips it; null: some of it is out of sight for good. */
  function left(node, box) {
    let { left: x, top: y, right, bottom } = box;
    let free = { x: false, y: false }, short = false;
    for (let at = node; at && at !== document.documentElement; at = at.parentElement) {
      const style = getComputedStyle(at);
      const clips = at.getBoundingClientRect();
      short ||= style.textOverflow === 'ellipsis';
      const both = [['x', x, right, clips.left, clips.right], ['y', y, bottom, clips.top, clips.bottom]];
      for (const [axis, low, high, from, to] of both) {
        const how = style[axis === 'x' ? 'overflowX' : 'overflowY'];
        if (how === 'visible' || at === document.body) continue;
        if (axis === 'y' && leftOut(at, style, y, bottom, clips)) return false;
        if (how === 'auto' || how === 'scroll') free[axis] = true;
        else if (!free[axis] && (low < from - SLACK || high > to + SLACK) && !(axis === 'x' && short)) return null;
        if (axis === 'x') [x, right] = [Math.max(x, from), Math.min(right, to)];
        else [y, bottom] = [Math.max(y, from), Math.min(bottom, to)];
      }
      if (style.position === 'fixed') break;
    }
    const scrolls = document.documentElement.scrollHeight > innerHeight + SLACK;
    if (!free.x && (x < -SLACK || right > innerWidth + SLACK)) return null;
    if (!free.y && !scrolls && (y < -SLACK || bottom > innerHeight + SLACK)) return null;
    return right - x > 1 && bottom - y > 1 ? { x, y, right, bottom } : false;
  }

  /** The nearest ground that lets nothing through. */
  const ground = node => {
    while (node !== document.body && /^rgba\\(.*, 0(\\.\\d+)?\\)$/.test(getComputedStyle(node).backgroundColor))
      node = node.parentElement;
    return node;
  };

  const texts = [];
  const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const node = text.parentElement;
    if (!text.data.trim() || !shown(node) || unseen(node)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const box of range.getClientRects()) {
      if (box.width < 2 || box.height < 2) continue;
      const seen = left(node, box);
      if (seen === null) found.add(`cut off: ${name(node)} “${text.data.trim().slice(0, 60)}”`);
      else if (seen) texts.push({ node, data: text.data.trim(), ...seen });
    }
  }
  for (const node of scope.querySelectorAll('button, a[href], input, select, summary')) {
    if (!shown(node) || unseen(node) || node.matches('.hit, .card, .unseen, .space')) continue;
    const words = (node.innerText || node.ariaLabel || '').slice(0, 60);
    if (left(node, node.getBoundingClientRect()) === null) found.add(`out of reach: ${name(node)} “${words}”`);
  }
  for (const [i, one] of texts.entries()) for (const other of texts.slice(i + 1)) {
    const high = Math.min(one.bottom, other.bottom) - Math.max(one.y, other.y);
    const wide = Math.min(one.right, other.right) - Math.max(one.x, other.x);
    const low = Math.min(one.bottom - one.y, other.bottom - other.y);
    if (wide <= 3 || high <= low * 0.45 || one.node === other.node) continue;
    if (ground(one.node).contains(other.node) && ground(other.node).contains(one.node))
      found.add(`text on text: “${one.data.slice(0, 40)}” and “${other.data.slice(0, 40)}”`);
  }
  const wider = document.documentElement.scrollWidth - innerWidth;
  if (wider > 0) found.add(`${wider} px wider than the window`);
  return [...found];
}"""


CRAMPED = """() => {
  const scope = document.querySelector('dialog[open]') ?? document.body;
  const shown = node => node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const EDGE = 4, BORDER = 4, LONGEST = 14;
  const found = new Set();
  const hidden = node => [...ways(node)].some(at => getComputedStyle(at).clipPath !== 'none');
  const scrolls = node => [...ways(node)].some(at => /auto|scroll/.test(getComputedStyle(at).overflowX));
  function* ways(node) {
    for (let at = node; at && at !== document.body; at = at.parentElement) yield at;
  }
  const lines = (text, from, to) => {
    range.setStart(text, from);
    range.setEnd(text, to);
    return new Set([...range.getClientRects()].filter(box => box.width > 1).map(box => Math.round(box.y / 4))).size;
  };
  /** Some buttons look like links: they have no border that words could touch. */
  const drawn = node => {
    const { borderLeftWidth, backgroundColor } = getComputedStyle(node);
    return parseFloat(borderLeftWidth) > 0 || backgroundColor !== 'rgba(0, 0, 0, 0)';
  };
  const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const node = text.parentElement;
    if (!text.data.trim() || !shown(node) || hidden(node) || node.closest('svg, select, code')) continue;
    const short = text.data.trim().slice(0, 40);
    const button = node.closest('.button');
    const whole = button && drawn(button) ? button.getBoundingClientRect() : null;
    const scrolled = scrolls(node);
    range.selectNodeContents(text);
    for (const { left, right, width } of range.getClientRects()) {
      if (width < 2) continue;
      if (!scrolled && (left < EDGE || right > innerWidth - EDGE)) found.add(`at the edge of the window: “${short}”`);
      if (whole && (left < whole.left + BORDER || right > whole.right - BORDER))
        found.add(`touches its border: “${short}”`);
    }
    if (scrolled) continue;
    const hyphenated = getComputedStyle(node).hyphens === 'auto';
    for (const { 0: word, index } of text.data.matchAll(/[\\p{L}\\p{M}]+/gu)) {
      if (word.length < 3 || word.length > LONGEST) continue;
      const last = index + word.length;
      if (lines(text, hyphenated ? last - 2 : index, last) > 1)
        found.add(`broken in the middle: “${word}” of “${short}”`);
    }
  }
  return [...found];
}"""


def cramped(page: Page) -> list[str]:
    """Words that are broken in the middle, text at the edge of the window or on the border of its button."""
    found: list[str] = page.evaluate(CRAMPED)
    return found


def lost(page: Page) -> list[str]:
    """Text that is cut off or lies on other text, controls that cannot be reached, sideways scrolling."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    found: list[str] = page.evaluate(LOST)
    return found


def larger(page: Page, percent: int) -> None:
    """The size of text that the reader has set."""
    page.evaluate(
        "percent => { document.documentElement.style.fontSize = percent === 100 ? '' : `${percent}%`; }", percent
    )
