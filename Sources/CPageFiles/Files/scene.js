// The list before a batch in a few cells, on which its operations are carried out by index.

/**
 * Rows and runs of rows. A run is split where an operation falls into it. What is removed stays to be seen,
 * without a weight: no index counts it. What the last operation touched is marked with `isNow`.
 */
export class Scene {
  /** @param stage what the server says of the list before the batch */
  constructor(stage, operations) {
    this.sections = stage.sections.map((section, index) => section.run
      ? { id: `s${index}`, weight: section.run, isRun: true }
      : { id: section.key, weight: 1, model: section.model, cells: section.cells.map((cell, place) => cell.run
        ? { id: `${section.key}.${place}`, weight: cell.run, isRun: true }
        : { id: cell.key, weight: 1, model: cell.model }) });
    operations.forEach((operation, index) => {
      this.isLast = index === operations.length - 1;
      this.#apply(operation, index);
    });
  }

  /** How many sections stand before the one at a place. */
  indexOf(place) {
    return this.sections.slice(0, place).reduce((sum, section) => sum + section.weight, 0);
  }

  // ---- Cells by index ---------------------------------------------------------------------------------------

  /** Returns the place in a row at which an index begins; a run around it is split. */
  #split(row, index) {
    let place = 0, start = 0;
    while (place < row.length && start + row[place].weight <= index) {
      start += row[place].weight;
      place += 1;
    }
    const offset = index - start;
    if (offset <= 0 || place === row.length) return place;
    const run = row[place];
    row.splice(place, 1, { ...run, weight: offset }, { ...run, id: `${run.id}/${offset}`, weight: run.weight - offset });
    return place + 1;
  }

  /** Takes some out of a row. What was removed before stays where it is. */
  #take(row, index, count) {
    const first = this.#split(row, index), end = this.#split(row, index + count);
    const taken = row.slice(first, end);
    row.splice(first, end - first, ...taken.filter((cell) => cell.weight === 0));
    return taken.filter((cell) => cell.weight > 0);
  }

  #put(row, index, cells) {
    row.splice(this.#split(row, index), 0, ...cells);
  }

  /** Takes the weight from some cells of a row, which stay as removed ones. */
  #remove(row, index, count) {
    const first = this.#split(row, index), end = this.#split(row, index + count);
    for (const cell of row.slice(first, end)) {
      if (cell.weight > 0) Object.assign(cell, { count: cell.weight, weight: 0, kind: 'removed', isNow: this.isLast });
    }
  }

  /** Returns the cells of a section; those of one in a run are not known. */
  #cells(index) {
    const place = this.#split(this.sections, index);
    this.#split(this.sections, index + 1);
    return this.sections[place]?.cells ?? null;
  }

  #mark(cells, kind) {
    for (const cell of cells) {
      // What was inserted stays so when it is moved or updated.
      if (cell.kind !== 'inserted') cell.kind = kind;
      if (this.isLast) cell.isNow = true;
    }
  }

  /** Makes the cells of what an operation brings: those with models, and a run for the others. */
  #arrivals(operation, index) {
    const cells = (operation.rows ?? []).map((row) => ({ id: row.key, weight: 1, model: row.model }));
    const rest = operation.count - cells.length;
    if (rest > 0) cells.push({ id: `n${index}`, weight: rest, isRun: true });
    this.#mark(cells, 'inserted');
    return cells;
  }

  // ---- Operations -------------------------------------------------------------------------------------------

  #apply(operation, index) {
    const { op, section, start, count, from, to } = operation;
    switch (op) {
      case 'removeItems': {
        const cells = this.#cells(section);
        if (cells) this.#remove(cells, start, count);
        break;
      }
      case 'insertItems': {
        const cells = this.#cells(section);
        if (cells) this.#put(cells, start, this.#arrivals(operation, index));
        break;
      }
      case 'updateItems': {
        const cells = this.#cells(section);
        if (cells) this.#update(cells, start, count, operation.rows ?? []);
        break;
      }
      case 'moveItem': {
        const source = this.#cells(from[0]);
        const moved = source ? this.#take(source, from[1], 1) : [{ id: `m${index}`, weight: 1, isRun: true }];
        this.#mark(moved, 'moved');
        const target = this.#cells(to[0]);
        if (target) this.#put(target, to[1], moved);
        break;
      }
      case 'removeSections':
        this.#remove(this.sections, start, count);
        break;
      case 'insertSections':
        this.#put(this.sections, start, this.#arrivals(operation, index)
          .map((arrival) => (arrival.isRun ? arrival : { ...arrival, cells: [] })));
        break;
      case 'moveSection': {
        const moved = this.#take(this.sections, from, 1);
        this.#mark(moved, 'moved');
        this.#put(this.sections, to, moved);
        break;
      }
      case 'updateSection':
        this.#update(this.sections, section, 1, operation.rows ?? []);
        break;
    }
  }

  /** Gives some cells of a row the models that came with an operation. */
  #update(row, index, count, rows) {
    const updated = this.#take(row, index, count);
    for (const cell of updated) {
      const known = rows.find(({ key }) => key === cell.id);
      if (known) cell.model = known.model;
    }
    this.#mark(updated, 'updated');
    this.#put(row, index, updated);
  }
}
