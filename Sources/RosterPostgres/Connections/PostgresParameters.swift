#if Postgres
  internal import RosterCore

  /// The numbers of types in PostgreSQL's catalogue.
  enum PostgresType: Int32 {
    case bytea = 17
    case bigint = 20
    case text = 25
  }

  /// The parameters of one statement, in PostgreSQL's binary format.
  struct PostgresParameters {
    /// The bytes of all parameters, one after the other. The first byte belongs to none of them, so
    /// that an empty parameter has an address.
    private var bytes: [UInt8] = [0]
    /// Where the parameters are; `nil` for NULL.
    private var places: [Range<Int>?] = []

    init() {
      // The usual insertion has a page of identifiers, which would otherwise be moved again and again.
      bytes.reserveCapacity(2_048)
      places.reserveCapacity(32)
    }

    // MARK: Values

    mutating func add(_ number: Int?) {
      guard let number else { return places.append(nil) }
      add { $0.appendBigEndian(Int64(number)) }
    }

    mutating func add(_ text: String?) {
      guard let text else { return places.append(nil) }
      add { PostgresText.append(text, to: &$0) }
    }

    /// Adds a value as two parameters: its text and its blob.
    mutating func add(_ value: StoredValue) {
      switch value {
      case .null:
        places += [nil, nil]
      case .text(let text):
        add(text)
        places.append(nil)
      case .blob(let blob):
        places.append(nil)
        add { $0 += blob }
      }
    }

    // MARK: Arrays

    mutating func add(_ numbers: [Int]) {
      addArray(of: .bigint, numbers) { number, bytes in
        bytes.appendBigEndian(Int64(number))
        return true
      }
    }

    mutating func add(_ texts: [String]) {
      addArray(of: .text, texts) { text, bytes in
        PostgresText.append(text, to: &bytes)
        return true
      }
    }

    mutating func add(_ numbers: [Int?]) {
      addArray(of: .bigint, numbers) { number, bytes in
        guard let number else { return false }
        bytes.appendBigEndian(Int64(number))
        return true
      }
    }

    mutating func add(_ texts: [String?]) {
      addArray(of: .text, texts) { text, bytes in
        guard let text else { return false }
        PostgresText.append(text, to: &bytes)
        return true
      }
    }

    /// Adds values as two arrays: one of texts, one of blobs.
    mutating func add(_ values: [StoredValue]) {
      addArray(of: .text, values) { value, bytes in
        guard case .text(let text) = value else { return false }
        PostgresText.append(text, to: &bytes)
        return true
      }
      addArray(of: .bytea, values) { value, bytes in
        guard case .blob(let blob) = value else { return false }
        bytes += blob
        return true
      }
    }

    /// Rows whose values are parameters already, one row after the other.
    struct Rows {
      let values: PostgresParameters
      /// Where the first value of the first row is.
      let first: Int
      let count: Int
    }

    /// Adds an array for each column of rows. All writers of a transaction wait for this, so it only copies
    /// bytes.
    mutating func add(_ columns: [PostgresType], of rows: [Rows]) {
      let count = rows.reduce(0) { $0 + $1.count }
      for (column, type) in columns.enumerated() {
        add { bytes in
          bytes.appendArrayHeader(of: type, count)
          for rows in rows {
            var place = rows.first + column
            for _ in 0..<rows.count {
              rows.values.appendElement(place, to: &bytes)
              place += columns.count
            }
          }
        }
      }
    }

    private func appendElement(_ place: Int, to other: inout [UInt8]) {
      guard let range = places[place] else { return other.appendBigEndian(Int32(-1)) }
      other.appendBigEndian(Int32(truncatingIfNeeded: range.count))
      bytes.withUnsafeBufferPointer {
        other.append(contentsOf: UnsafeBufferPointer(rebasing: $0[range]))
      }
    }

    /// Makes room for bytes.
    mutating func reserveCapacity(_ byteCount: Int) { bytes.reserveCapacity(byteCount) }

    /// - Parameter append: Appends an element; returns whether it is not NULL.
    private mutating func addArray<Element>(
      of type: PostgresType, _ elements: [Element], _ append: (Element, inout [UInt8]) -> Bool
    ) {
      add { bytes in
        bytes.appendArrayHeader(of: type, elements.count)
        for element in elements {
          let start = bytes.count
          bytes.appendBigEndian(Int32(-1))
          guard append(element, &bytes) else { continue }
          let count = Int32(truncatingIfNeeded: bytes.count - start - 4)
          bytes.withUnsafeMutableBytes {
            $0.storeBytes(of: count.bigEndian, toByteOffset: start, as: Int32.self)
          }
        }
      }
    }

    private mutating func add(_ append: (inout [UInt8]) -> Void) {
      let start = bytes.count
      append(&bytes)
      places.append(start..<bytes.count)
    }

    // MARK: Sending

    /// The number of bytes that the parameters take.
    var byteCount: Int { bytes.count }

    /// Calls a function with the parameters as libpq takes them: addresses, lengths and formats.
    func withPointers<Result>(
      _ body: (Int32, [UnsafePointer<CChar>?], [Int32], [Int32]) -> Result
    ) -> Result {
      bytes.withUnsafeBytes { buffer in
        let pointers = places.map { place in
          place.flatMap { buffer.baseAddress?.advanced(by: $0.lowerBound) }?
            .assumingMemoryBound(to: CChar.self)
        }
        return body(
          Int32(places.count), pointers, places.map { Int32(truncatingIfNeeded: $0?.count ?? 0) },
          places.map { _ in 1 })
      }
    }
  }

  extension [UInt8] {
    /// Appends what is in front of the elements of an array with one dimension, which counts from 1.
    fileprivate mutating func appendArrayHeader(of type: PostgresType, _ count: Int) {
      appendBigEndian(Int32(count == 0 ? 0 : 1))
      appendBigEndian(Int32(1))
      appendBigEndian(type.rawValue)
      if count == 0 { return }
      appendBigEndian(Int32(truncatingIfNeeded: count))
      appendBigEndian(Int32(1))
    }

    fileprivate mutating func appendBigEndian(_ number: some FixedWidthInteger) {
      Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }
  }
#endif
