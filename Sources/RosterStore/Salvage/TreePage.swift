/// A page of one of SQLite's trees, read as far as possible.
struct TreePage {
  /// The content of a cell of a page.
  struct Cell {
    /// The key of a row in a table with integer keys.
    var key: Int?
    var values: [RecordValue]
  }

  enum Kind: UInt8 {
    case innerIndex = 0x02
    case innerTable = 0x05
    case leafIndex = 0x0a
    case leafTable = 0x0d
  }

  let kind: Kind
  /// The pages below this one.
  private(set) var children: [Int] = []
  private(set) var cells: [Cell] = []
  /// The number of cells that could not be read.
  private(set) var lostCellCount = 0

  /// - Returns: `nil` if the page does not belong to a tree.
  init?(_ number: Int, of image: DatabaseImage) {
    guard let bytes = image.page(number) else { return nil }
    let start = number == 1 ? 100 : 0
    guard let kind = Kind(rawValue: bytes[start]) else { return nil }
    self.kind = kind
    let isInner = kind == .innerIndex || kind == .innerTable
    let count = bytes.number(at: start + 3, byteCount: 2)
    let pointers = start + (isInner ? 12 : 8)
    // A cell has at least two bytes, and a pointer two more.
    guard count <= image.usableSize / 4, pointers + count * 2 <= bytes.count else { return nil }
    let reader = CellReader(image: image, bytes: bytes)
    for index in 0..<count {
      let place = bytes.number(at: pointers + index * 2, byteCount: 2)
      guard place >= pointers + count * 2, place + 4 <= image.usableSize else {
        lostCellCount += 1
        continue
      }
      if isInner { children.append(bytes.number(at: place, byteCount: 4)) }
      if kind == .innerTable { continue }
      if let cell = reader.cell(at: place + (isInner ? 4 : 0), kind) {
        cells.append(cell)
      } else {
        lostCellCount += 1
      }
    }
    if isInner { children.append(bytes.number(at: start + 8, byteCount: 4)) }
  }
}

/// Reads the cells of a page, including their parts in other pages.
private struct CellReader {
  let image: DatabaseImage
  let bytes: [UInt8]

  func cell(at start: Int, _ kind: TreePage.Kind) -> TreePage.Cell? {
    var place = start
    guard let length = RecordValue.variableNumber(bytes, &place), length > 0, length <= 1 << 30
    else { return nil }
    var key: Int?
    if kind == .leafTable {
      key = RecordValue.variableNumber(bytes, &place)
      if key == nil { return nil }
    }
    guard let payload = payload(at: place, length: length, isTable: kind == .leafTable),
      let values = RecordValue.values(of: payload)
    else { return nil }
    return TreePage.Cell(key: key, values: values)
  }

  /// Returns the bytes of a record, the rest of which may be in a chain of other pages.
  private func payload(at start: Int, length: Int, isTable: Bool) -> [UInt8]? {
    let size = image.usableSize
    let least = (size - 12) * 32 / 255 - 23
    let most = isTable ? size - 35 : (size - 12) * 64 / 255 - 23
    guard length > most else {
      return start + length <= size ? Array(bytes[start..<start + length]) : nil
    }
    let fitting = least + (length - least) % (size - 4)
    let local = fitting <= most ? fitting : least
    guard start + local + 4 <= size, image.overflow.take(length - local) else { return nil }
    var payload = Array(bytes[start..<start + local])
    var next = bytes.number(at: start + local, byteCount: 4)
    while payload.count < length {
      guard let page = image.page(next) else { return nil }
      payload += page[4..<min(size, 4 + length - payload.count)]
      next = page.number(at: 0, byteCount: 4)
    }
    return payload
  }
}
