#if !WITHOUT_FOUNDATION
  public import Foundation
  public import RosterCore

  extension UUID: ModelKeyConvertible {
    /// The text of the UUID, in capitals, as a key.
    public var modelKey: ModelKey { .text(uuidString) }
  }
#endif
