/** A chart as a picture: SVG, and PNG drawn from it. Letters stand in the cells, so it can be printed without colour. */
import type { ChartReport } from "../../house/types";
import { cellName, type Plays, SECTIONS, type Stake } from "./cells";
import { COLOURS, colourOf, playWords } from "./layers";

const CELL = { wide: 46, high: 24 };
const LEFT = 64;
const GAP = 34;
const SCALE = 2;

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

function label(x: number, y: number, text: string, look = ""): string {
  return `<text x="${x}" y="${y}" text-anchor="middle" ${look}>${escaped(text)}</text>`;
}

export function chartSvg(report: ChartReport, plays: Plays, stake: Stake, sections: string[] = Object.keys(SECTIONS)): string {
  const rows = report.rows.filter((row) => row.stake === stake);
  const ups = rows[0]?.cells.map((cell) => cell.up) ?? [];
  const width = LEFT + ups.length * CELL.wide + 12;
  const parts: string[] = [];
  const used = new Set<string>();
  let y = 30;
  for (const section of sections) {
    const these = rows.filter((row) => row.section === section);
    if (these.length === 0) continue;
    parts.push(`<text x="12" y="${y + 12}" font-weight="bold">${escaped(SECTIONS[section] ?? section)}</text>`);
    y += 16;
    ups.forEach((up, at) => parts.push(label(LEFT + (at + 0.5) * CELL.wide, y + 12, up === "T" ? "10" : up, 'font-weight="bold"')));
    y += 20;
    for (const row of these) {
      parts.push(label(LEFT / 2 + 8, y + 17, row.section === "pair" ? `${row.hand},${row.hand}` : row.hand, 'font-weight="bold"'));
      row.cells.forEach((cell, at) => {
        const play = plays.get(cellName(row, cell.up)) ?? "";
        if (play === "") return;
        for (const letter of play.split("/")) used.add(letter);
        const [ground, ink] = colourOf(play);
        parts.push(`<rect x="${LEFT + at * CELL.wide}" y="${y}" width="${CELL.wide - 2}" height="${CELL.high - 2}" rx="3" fill="${ground}"/>`);
        parts.push(label(LEFT + (at + 0.5) * CELL.wide - 1, y + 16, play, `fill="${ink}"`));
      });
      y += CELL.high;
    }
    y += GAP - 20;
  }
  const letters = Object.keys(COLOURS).filter((letter) => used.has(letter));
  const legend = letters.map((letter) => `${letter} ${playWords(letter)}`).join(" · ");
  const title = `${report.sheet}, ${report.shoe}: ${stake === "own" ? "own money" : "lammer"}`;
  const height = y + 24;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="13" fill="#111111">`,
    `<title>${escaped(title)}</title><rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<text x="12" y="20" font-size="14" font-weight="bold">${escaped(title)}</text>`,
    ...parts,
    `<text x="12" y="${height - 10}" font-size="10" textLength="${Math.min(width - 24, legend.length * 5.4)}" lengthAdjust="spacingAndGlyphs">${escaped(legend)}</text></svg>`,
  ].join("");
}

export function svgAddress(svg: string): string {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}

export async function pngOf(svg: string): Promise<Blob> {
  const picture = new Image();
  picture.src = svgAddress(svg);
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = picture.naturalWidth * SCALE;
  canvas.height = picture.naturalHeight * SCALE;
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) => {
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("the picture cannot be made in this browser"))), "image/png");
  });
}
