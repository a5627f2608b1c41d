package import RosterCore
internal import RosterJSON

/// A model whose form changes from one release of an application to another.
///
///     struct Mail: VersionedModel {
///       static var modelVersion: Int { 2 }
///       var subject: String
///       var sender: Person
///
///       static func model(migrating earlier: EarlierModel) throws -> Mail {
///         let mail = try earlier.decode(FormerMail.self)
///         return Mail(subject: mail.subject, sender: Person(name: mail.from))
///       }
///     }
///
/// ``JSONModelCodec`` writes the version into the model, as the member `$version` of its JSON, unless it is 1. Whatever it
/// reads that an earlier version has written, at whatever revision, goes through ``model(migrating:)``: what is shown, the
/// models before a change, which an undo brings back, and those of a batch that a subscriber has missed. What is stored
/// stays as it is until the model is written again, so nothing is rewritten when a list is opened.
///
/// An earlier release cannot read the models of a later one: that fails with `newerModel`, and they stay as they are. It
/// can remove them, and replace them by a model that it is given whole, which reads nothing.
public protocol VersionedModel: Codable, Sendable {
  /// The version that this release writes: 1 in the first one, also if that did not say so.
  static var modelVersion: Int { get }

  /// Makes a model from one that an earlier version has written.
  ///
  /// It looks at the earlier model and at nothing else: for equal ones it returns equal ones.
  ///
  /// - Throws: Any error; reading the item then fails with `undecodable`, and what is stored stays.
  static func model(migrating earlier: EarlierModel) throws -> Self
}

/// A stored model that an earlier version has written.
public struct EarlierModel: Sendable {
  /// The version that has written it.
  public let version: Int
  private let text: String

  init(_ version: Int, _ text: String) {
    self.version = version
    self.text = text
  }

  /// Decodes the stored model as an earlier type.
  ///
  /// An earlier type that is a ``VersionedModel`` itself migrates what is older still, so each version needs to know
  /// only the one before.
  ///
  /// - Throws: If it does not decode as that type.
  public func decode<Earlier: Decodable>(_ type: Earlier.Type) throws -> Earlier {
    if let versioned = Earlier.self as? any VersionedModel.Type,
      let model = try VersionedText.decode(versioned, version, text) as? Earlier
    {
      return model
    }
    return try JSONText.decode(type, text)
  }
}

extension StoredValue {
  /// The version of a model that is stored as JSON; `nil` if it is stored otherwise, or says none that can be.
  package var modelVersion: Int? {
    guard case .text(let text) = self, text.hasPrefix("{") else { return nil }
    return try? VersionedText.split(text).version
  }
}

/// The JSON text of a model with its version.
enum VersionedText {
  static let member = "$version"

  /// Returns the text of a model with its version.
  ///
  /// - Throws: `unencodable` if the model is no object, or has a member of the same name.
  static func stamped(_ text: String, version: Int) throws(StorageError) -> String {
    guard version > 0 else {
      throw StorageError(.unencodable, "the version of a model is 1 or more, and not \(version)")
    }
    guard text.hasPrefix("{") else {
      throw StorageError(.unencodable, "a model with a version is an object in JSON")
    }
    // Few models have a dollar sign.
    if text.utf8.contains(0x24), try value(text)[member] != nil {
      throw StorageError(
        .unencodable, "the model has a member \(member), which is the name for its version")
    }
    if version == 1 { return text }
    return "{\"\(member)\":\(version)\(text == "{}" ? "" : ",")\(text.dropFirst())"
  }

  private static func value(_ text: String) throws(StorageError) -> JSONValue {
    do { return try JSONParser().parse(text) } catch {
      throw StorageError(.unencodable, "the model has no JSON form", cause: error)
    }
  }

  /// Returns the version that a text says, and the text without it, as the model was encoded.
  ///
  /// - Throws: `undecodable` if the version is no integer above 0.
  static func split(_ text: String) throws(StorageError) -> (version: Int, text: String) {
    // As `stamped` writes it.
    let prefix = "{\"\(member)\":"
    if text.hasPrefix(prefix) {
      let rest = text.dropFirst(prefix.count)
      let digits = rest.prefix { ("0"..."9").contains($0) }
      let others = rest.dropFirst(digits.count)
      if let version = Int(digits), version > 0, !others.contains("$") {
        if others.hasPrefix(",") { return (version, "{\(others.dropFirst())") }
        if others == "}" { return (version, "{}") }
      }
    }
    guard text.utf8.contains(0x24), case .object(var object)? = try? JSONParser().parse(text),
      let version = object[member]
    else { return (1, text) }
    guard let version = version.intValue, version > 0 else {
      throw StorageError(.undecodable, "the version of a stored model is \(version)")
    }
    object[member] = nil
    return (version, JSONValue.object(object).canonicalText)
  }

  static func decode<Model: VersionedModel>(_ type: Model.Type, _ text: String) throws -> Model {
    let (version, text) = try split(text)
    return try decode(type, version, text)
  }

  /// Decodes the text of a model without its version.
  static func decode<Model: VersionedModel>(
    _ type: Model.Type, _ version: Int, _ text: String
  ) throws -> Model {
    if version == Model.modelVersion {
      return try JSONText.decode(Model.self, text)
    }
    if version > Model.modelVersion {
      throw StorageError(
        .newerModel,
        "version \(version) of \(Model.self) has written it, and this is version \(Model.modelVersion); update the "
          + "application")
    }
    do {
      return try Model.model(migrating: EarlierModel(version, text))
    } catch let error as StorageError where error.code != .newerModel {
      throw error
    } catch {
      // Also a later version than an earlier type knows: this release has to know it.
      throw StorageError(
        .undecodable,
        "version \(version) of \(Model.self) does not become version \(Model.modelVersion)",
        cause: error)
    }
  }
}
