// The small boards of a round in play, moved as the moves come.
"use strict";

(() => {
  const from = document.querySelector("[data-follow]");
  if (!from) return;
  const known = new Map(); // the last move of each board
  const show = (last, board) => {
    const svg = document.querySelector(`.minis a[href="board/${board}"] svg`);
    if (svg) window.chessBoard.redraw(svg, last.fen, last.uci);
  };
  window.chessBoard.follow(from.dataset.follow, ({ board, moves }) => {
    if (!moves.length) return;
    known.set(board, moves[moves.length - 1]);
    show(known.get(board), board);
  });
  document.body.addEventListener("htmx:afterSettle", () => known.forEach(show));
})();
