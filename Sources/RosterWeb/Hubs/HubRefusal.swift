#if Web
  import RosterCore
  import RosterJSON
  import RosterPages
  import RosterSync

  /// An answer of a hub that settles nothing.
  struct HubRefusal: Error, Hashable, Sendable {
    let status: Int
    let reason: HubReason
    let message: String

    init(_ status: Int, _ reason: HubReason, _ message: String) {
      self.status = status
      self.reason = reason
      self.message = message
    }

    static let busy = HubRefusal(503, .busy, "other devices are first; try again")

    /// What a hub says when it cannot serve a message. What went wrong in its storage is for those who
    /// run the hub: it may name files and servers.
    init(_ error: any Error) {
      switch error as? SyncError {
      case .tooLarge: self.init(413, .bodyTooLarge, "\(error)")
      case .malformed, .refused:
        self.init(400, .malformedMessage, "\(error)")
      case .newerFormat(let format):
        self.init(
          422, .newerFormat, "format \(format) of synchronization is newer than the hub; update it")
      case .otherHub(let name):
        self.init(
          409, .otherHub, "the device belongs to the hub \(name.inQuotes), which this is not")
      case .busy: self = .busy
      case nil:
        // A changeset or a number that no device sends.
        self =
          error is ChangesetError || error is JSONParseError
          ? HubRefusal(400, .malformedMessage, "the message does not fit the list: \(error)")
          : HubRefusal(503, .storage, "the hub cannot use its list; try again later")
      }
    }

    var response: SiteResponse {
      let error: JSONValue = ["message": .string(message), "reason": .string(reason.rawValue)]
      var response = SiteResponse(
        status: status, contentType: "application/json",
        body: Array(JSONValue.object(["error": error]).canonicalText.utf8))
      if status == 503 { response.headers.append(.init("Retry-After", "1")) }
      if status == 405 { response.headers.append(.init("Allow", "POST")) }
      return response
    }
  }
#endif
