/**
 * What does a board know at one moment? One plain object; drawing reads it and changes nothing, input changes only hover,
 * focus, drag and lasso.
 */

/** @typedef {import('./camera.js').Camera} Camera */
/** @typedef {import('./lines.js').Point} Point */
/** @typedef {import('./pieces.js').Piece} Piece */
/** @typedef {import('./layers.js').Layer} Layer */
/** @typedef {import('./palette.js').Palette} Palette */

/**
 * How a pointer was used: by touch, with which keys held, twice in a row, where on the screen.
 * @typedef {{touch: boolean, shift: boolean, ctrl: boolean, again: boolean, at: Point}} How `ctrl` is the command key of a Mac too
 */

/**
 * What a board calls back. All are optional.
 * @typedef {object} Callbacks
 * @property {(piece: Piece | null) => void} [hover] the pointer is over another piece, or over none
 * @property {(piece: Piece | null, how: How) => void} [tap] a click or tap
 * @property {(piece: Piece, how: How) => void} [press] a long press or right click: details
 * @property {(from: Piece, to: Piece | null) => void} [drop] a drag from a piece ended
 * @property {(drag: {from: Piece, at: Point, over: Piece | null} | null) => Piece | null | void} [drag] a drag from a piece moves on; null: it was given up.
 *   Returns the piece that it is held over all the same, where the board shows something to slide on to beside it
 * @property {(piece: Piece) => boolean} [pull] a drag began at a piece that cannot be dragged; true: it has been said why, and the map stays; else the map moves instead
 * @property {(pieces: Piece[], holds: (x: number, y: number) => boolean) => void} [lasso] a shape was drawn around these; whether it holds a world point
 * @property {(piece: Piece, steps: number) => boolean} [wheel] the wheel turned over a piece, or while it is dragged; true: taken, do not zoom
 * @property {(event: KeyboardEvent) => boolean} [key] true: taken
 * @property {() => void} [nearer] a finger could have meant several things: nothing was pressed, the board has come closer
 * @property {(event: FocusEvent) => void} [focus] the keyboard reached or left the board
 */

/**
 * Ground made of cells: one piece at every world point, without a list to search.
 * @typedef {object} Ground
 * @property {(x: number, y: number) => Piece | null} at the cell at a world point; null outside; the same object every time
 * @property {number} size width of a cell in world units: where a finger could mean several, the board comes closer first
 * @property {() => boolean} [isRough] whether a press would mean about this place: then it need not come closer while cells can be told apart
 */

/**
 * @typedef {object} State
 * @property {import('./camera.js').Box} world what "fit" shows, in world units
 * @property {import('./camera.js').Insets} insets parts of the board covered by something else
 * @property {import('./camera.js').Box[]} over what lies over the board all the time, such as buttons, CSS pixels: no words belong below it
 * @property {Camera} camera
 * @property {number | null} closest CSS pixels per world unit at the closest look; null: four times what fits
 * @property {boolean} followsFit the camera fits the world again when the board changes size, until somebody moves it
 * @property {Layer[]} layers bottom to top
 * @property {Piece[]} pieces what can be pointed at
 * @property {Ground | null} ground what lies under all pieces, for boards whose ground is itself pointed at
 * @property {(piece: Piece) => boolean} draggable whether a drag from this piece aims; from anything else it pans
 * @property {Piece | null} hover under the pointer
 * @property {string | null} focus id of the piece the keyboard is at
 * @property {{from: Piece, at: Point, over: Piece | null} | null} drag an aim that is being dragged, in screen pixels
 * @property {Point[] | null} lasso the shape that is being drawn, in screen pixels: a free line, over cells a box
 * @property {boolean} boxes a drag from what cannot be dragged draws a shape, as with Shift
 * @property {Palette} palette colours and font of the present theme
 * @property {boolean} hurried frames take too long: the ground is enlarged coarsely while the camera zooms
 * @property {boolean} still no motion: cameras jump
 * @property {Callbacks} on
 */

/** @param {Palette} palette @returns {State} */
export function defaults(palette) {
  return {
    world: { x: 0, y: 0, width: 1000, height: 1000 },
    insets: { top: 16, right: 16, bottom: 16, left: 16 },
    over: [],
    camera: { x: 500, y: 500, scale: 1 },
    closest: null,
    followsFit: true,
    layers: [],
    pieces: [],
    ground: null,
    draggable: () => false,
    hover: null,
    focus: null,
    drag: null,
    lasso: null,
    boxes: false,
    palette,
    hurried: false,
    still: false,
    on: {},
  };
}
