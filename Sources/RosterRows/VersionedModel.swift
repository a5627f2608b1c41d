internal import Foundation
internal import RosterCore
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
/// An earlier release cannot read the models of a later one: that fails with `newerModel`, and they stay as they are.
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
      let model = try VersionedText.decode(versioned, text) as? Earlier
    {
      return model
    }
    return try JSONDecoder().decode(type, from: Data(text.utf8))
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

  static func decode<Model: VersionedModel>(_ type: Model.Type, _ text: String) throws -> Model {
    switch try JSONDecoder().decode(Stored<Model>.self, from: Data(text.utf8)) {
    case .current(let model): return model
    case .other(let version) where version > Model.modelVersion:
      throw StorageError(
        .newerModel,
        "version \(version) of \(Model.self) has written it, and this is version \(Model.modelVersion); update the "
          + "application")
    case .other(let version) where version < 1:
      throw StorageError(.undecodable, "the version of a stored model is \(version)")
    case .other(let version):
      do {
        return try Model.model(migrating: EarlierModel(version, text))
      } catch let error as StorageError {
        throw error
      } catch {
        throw StorageError(
          .undecodable,
          "version \(version) of \(Model.self) does not become version \(Model.modelVersion)",
          cause: error)
      }
    }
  }

  /// A model, if the current version has written it.
  private enum Stored<Model: VersionedModel>: Decodable {
    case current(Model)
    case other(Int)

    private struct Key: CodingKey {
      let stringValue = VersionedText.member
      var intValue: Int? { nil }

      init() {}
      init?(stringValue: String) { if stringValue != VersionedText.member { return nil } }
      init?(intValue: Int) { return nil }
    }

    init(from decoder: any Decoder) throws {
      // An earlier version may have been no object.
      let members = try? decoder.container(keyedBy: Key.self)
      let version = try members?.decodeIfPresent(Int.self, forKey: Key()) ?? 1
      self = version == Model.modelVersion ? .current(try Model(from: decoder)) : .other(version)
    }
  }
}
