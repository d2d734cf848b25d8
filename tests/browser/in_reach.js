/** What eyes and a finger find on a table, measured in the page: `reach` and `over`. */
(() => {
  const SLACK = 2, STRIP = 18;
  /** Of a card that does not fit now the lower edge may be out of sight. */
  const LOW = 14;

  const shown = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && !node.closest('dialog, .unseen, .side');
  const unseen = (node) => {
    for (let at = node; at && at !== document.body; at = at.parentElement)
      if (getComputedStyle(at).clipPath !== 'none') return true;
    return false;
  };
  const there = (node) => {
    const { width, height } = node.getBoundingClientRect();
    return width > 2 && height > 2 && shown(node) && !unseen(node);
  };
  const say = (node) => (node.dataset.card ?? node.dataset.element ?? node.innerText ?? '').trim().replace(/\s+/g, ' ').slice(0, 40)
    || node.getAttribute('aria-label') || node.className;

  /** What is left of a box within all that clips it, or lies over it. */
  function seen(node) {
    let { left, top, right, bottom } = node.getBoundingClientRect();
    for (let at = node.parentElement; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at), box = at.getBoundingClientRect();
      if (style.overflowX !== 'visible') [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
      if (style.overflowY !== 'visible') [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
    }
    const sentence = document.querySelector('.say');
    if (node.closest('.board') && getComputedStyle(sentence).position === 'absolute')
      bottom = Math.min(bottom, sentence.getBoundingClientRect().top);
    return {
      left: Math.max(0, left), top: Math.max(0, top),
      right: Math.min(innerWidth, right), bottom: Math.min(innerHeight, bottom),
    };
  }

  /** How much of a box is out of sight at each of its sides. */
  function cut(node) {
    const now = seen(node), box = node.getBoundingClientRect();
    return [now.left - box.left, now.top - box.top, box.right - now.right, box.bottom - now.bottom].map(Math.round);
  }

  const KINDS = [
    ['card of the hand', '.fan.mine > .card'], ['card', '.board .card'], ['button', '.page :is(.button, .quiet)'],
    ['seat', '.seat'], ['label', '.board .label'], ['caption', '.board .caption'], ['number', '.board .number'],
    ['counters', '.seat .counters > .counter, .seat .who .name'], ['score', '.zone.is-score .counter'],
  ];

  function reach() {
    const found = [], scrolled = [];
    const scrolls = [document.scrollingElement, ...document.querySelectorAll('.board, .fan.mine, .others, .acts, .actions')];
    const kept = scrolls.map((node) => [node, node.scrollLeft, node.scrollTop]);
    const back = () => { for (const [node, left, top] of kept) Object.assign(node, { scrollLeft: left, scrollTop: top }); };
    for (const [kind, selector] of KINDS) for (const node of document.querySelectorAll(selector)) {
      if (!there(node)) continue;
      back();
      let sides = cut(node);
      if (Math.max(...sides) > SLACK) {
        if (kind === 'card of the hand') scrolled.push(say(node));
        // What is higher than its place comes into sight one part after the other.
        const ways = ['nearest', 'start', 'end'].map((block) => {
          node.scrollIntoView({ block, inline: 'center', behavior: 'instant' });
          return cut(node);
        });
        sides = sides.map((_, side) => Math.min(...ways.map((way) => way[side])));
        node.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' });
      }
      if (kind.startsWith('card')) sides[3] -= LOW;
      if (Math.max(...sides) > SLACK) found.push(`${kind} ${say(node)} is cut off: ${sides}`);
      else if (node.matches('.button') && node.scrollHeight > node.clientHeight + SLACK)
        found.push(`button ${say(node)} is too small for its words`);
      else if (kind === 'button' || kind === 'card of the hand') {
        const now = seen(node);
        const [across, down] = [['left', 'right'], ['top', 'bottom']].map(([a, b]) => [now[a] + STRIP, (now[a] + now[b]) / 2]);
        const hits = (x, y) => node.contains(document.elementFromPoint(x, y));
        if (!across.some((x) => down.some((y) => hits(x, y)))) found.push(`${kind} ${say(node)} cannot be tapped`);
      }
    }
    back();
    const last = document.querySelector('.last-line span');
    if (last && there(last)) {
      const words = document.createRange();
      words.selectNodeContents(last.lastChild.data?.trim() ? last.lastChild : last);
      const lines = [...words.getClientRects()], box = last.getBoundingClientRect();
      if (lines.some(({ right, bottom }) => right > box.right + SLACK || bottom > box.bottom + SLACK))
        found.push(`the last line is cut: ${last.innerText}`);
    }
    const wide = document.documentElement.scrollWidth - innerWidth;
    if (wide > 0) found.push(`${wide} px wider than the window`);
    return { found, scrolled };
  }

  /** The lines of the words of zones, each with its box. */
  const lines = () => [...document.querySelectorAll('.board .zone > :is(.label, .caption)')].filter(there).flatMap((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].map((box) => [node, box]);
  });

  const WORDS = '.zone .label, .zone .caption, .owns .counter, .seat .who, .seat .counters, .sums';

  /** Labels that lie on cards or on spaces of a track, or under the number of a pile or a part of a seat. */
  function over() {
    const boxes = (selector) => [...document.querySelectorAll(selector)].filter(there).map(
      (node) => [node, node.getBoundingClientRect()]);
    const cards = boxes('.page .card:not(.piece), .page .track .space').filter(([node]) => !node.closest('.backs'));
    const place = (node) => node.closest('.board, .yours, .others');
    const found = [];
    for (const [word, a] of boxes(WORDS)) for (const [card, b] of cards) {
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      // What is scrolled out of sight in one place lies under another one.
      const hidden = place(word) !== place(card) && document.querySelector('[data-over="true"]');
      if (wide > 2 && high > 3 && !hidden) found.push(`${say(word)} lies on ${card.dataset.card ?? card.dataset.space ?? say(card)}`);
    }
    for (const [word, a] of boxes('.zone .label, .zone .caption')) for (const [number, b] of boxes('.zone .number')) {
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      const hidden = place(word) !== place(number) && document.querySelector('[data-over="true"]');
      if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && high > 2 && !hidden)
        found.push(`${say(word)} lies under the number ${number.textContent}`);
    }
    for (const [word, a] of lines()) for (const [part, b] of boxes('.others :is(.figure, .who, .counters, .taken, .backs .card)')) {
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      // A table that scrolls goes below the seats at its top, never below those at its sides.
      const hidden = !part.closest(':is([data-side="left"], [data-side="right"])') && document.querySelector('[data-over="true"]');
      if (wide > 1 && high > 2 && !hidden) found.push(`${say(word)} lies under a seat's ${part.className}`);
    }
    return found;
  }

  /** Words of two zones beside each other that read as one line. */
  function together() {
    const found = [], all = lines();
    for (const [one, a] of all) for (const [other, b] of all) {
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (one.parentNode !== other.parentNode && a.left < b.left && high > 4 && b.left - a.right < 4)
        found.push(`${say(one)} runs into ${say(other)}: ${Math.round(b.left - a.right)} px`);
    }
    return found;
  }

  window.inReach = { reach, over, together };
})();
