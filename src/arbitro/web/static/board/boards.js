// The small boards of a round in play, moved as the moves come.
"use strict";

(() => {
  const list = document.querySelector("[data-follow]");
  if (!list) return;
  window.chessBoard.follow(list.dataset.follow, ({ board, moves }) => {
    const svg = document.querySelector(`.minis a[href="board/${board}"] svg`);
    const last = moves[moves.length - 1];
    if (svg && last) window.chessBoard.redraw(svg, last.fen, last.uci);
  });
})();
