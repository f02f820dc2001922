import type { Server } from 'node:net';
import type { Pause } from './lane';

/** A flood must not keep those who are there from being served. As many as may wait for a connection in Node.js. */
const MAX_TURNS = 511;
/** A connection is accepted in one turn of the event loop and its request read in the next. */
const QUIET_TURNS = 2;

/** Connections that a server accepted. */
export class Arrivals {
  #accepted = 0;

  count(server: Server): void {
    server.on('connection', () => {
      this.#accepted += 1;
    });
  }

  /** Turns the event loop, with nothing else to do, until no more connections arrive. */
  readonly pause: Pause = (goOn) => {
    let seen = this.#accepted;
    let quiet = 0;
    let turns = 0;
    const look = () => {
      turns += 1;
      quiet = this.#accepted === seen ? quiet + 1 : 0;
      seen = this.#accepted;
      if (quiet > QUIET_TURNS || turns > MAX_TURNS) goOn();
      else setImmediate(look);
    };
    setImmediate(look);
  };
}
