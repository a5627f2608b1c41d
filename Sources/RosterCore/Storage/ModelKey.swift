/// What names an item of a list by its model: a text or an integer that no other item of the list has.
///
/// A list has keys if its data source is opened with them:
///
///     let messages = try ListDataSource<Message, Day, Never>(.file(path, list: "inbox"), key: \.id)
///     let message = try messages.snapshot.item(key: "m-17")
///
/// The integer 7 and the text "7" are two keys. Texts are compared code point by code point, as the models
/// in a file are: "é" as one code point and as two are two keys.
public enum ModelKey: Sendable {
  /// A key that is an integer.
  case integer(Int)
  /// A key that is a text.
  case text(String)

  /// The number of bytes of UTF-8 that a key has at most.
  public static let byteCountMax = 1_024

  /// Returns the key if a list can keep it.
  ///
  /// - Throws: `unencodable` if it is too long.
  package func verified() throws(StorageError) -> ModelKey {
    guard case .text(let text) = self, text.utf8.count > Self.byteCountMax else { return self }
    throw StorageError(
      .unencodable, "the key of a model has more than \(Self.byteCountMax) bytes of UTF-8")
  }
}

extension ModelKey: Hashable {
  /// Returns whether two keys are the same integer, or texts of the same code points.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left == right
    case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
    case (.integer, .text), (.text, .integer): false
    }
  }

  /// Hashes the integer, or the code points of the text.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .integer(let number):
      hasher.combine(0 as UInt8)
      hasher.combine(number)
    case .text(let text):
      hasher.combine(1 as UInt8)
      for byte in text.utf8 { hasher.combine(byte) }
    }
  }
}

extension ModelKey: ExpressibleByIntegerLiteral, ExpressibleByStringInterpolation {
  /// Makes a key that is an integer.
  public init(integerLiteral value: Int) { self = .integer(value) }

  /// Makes a key that is a text.
  public init(stringLiteral value: String) { self = .text(value) }
}

extension ModelKey: CustomStringConvertible {
  /// The integer, or the text in quotation marks, in which control characters are escaped.
  public var description: String {
    switch self {
    case .integer(let number): "\(number)"
    case .text(let text): text.debugDescription
    }
  }
}

/// A value that can be the key of a model.
///
/// Strings and integers that `Int` holds are such values, and so are types that have one of them as their
/// raw value and say that they conform.
public protocol ModelKeyConvertible {
  /// The value as a key. Different values have different keys.
  var modelKey: ModelKey { get }
}

extension ModelKey: ModelKeyConvertible {
  /// The key itself.
  public var modelKey: ModelKey { self }
}

extension RawRepresentable where Self: ModelKeyConvertible, RawValue: ModelKeyConvertible {
  /// The raw value as a key.
  public var modelKey: ModelKey { rawValue.modelKey }
}

/// The keys of the items that a change updates and inserts.
package struct ItemKeys: Hashable, Sendable {
  /// In the order of the updated items, including those that are also removed, whose keys are written nowhere.
  package var updatedItems: [ModelKey]
  /// In the order of the inserted items.
  package var insertedItems: [ModelKey]

  /// Stands for the key of an item that is updated and removed.
  package static let unwritten: ModelKey = ""

  /// Makes the keys of a change.
  package init(updatedItems: [ModelKey] = [], insertedItems: [ModelKey] = []) {
    self.updatedItems = updatedItems
    self.insertedItems = insertedItems
  }
}
