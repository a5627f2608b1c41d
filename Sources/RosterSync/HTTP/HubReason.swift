#if Sync
  /// Why a hub refuses a request, as its answer says it: `{"error":{"message":…,"reason":…}}`.
  package enum HubReason: String, Hashable, Sendable, CaseIterable {
    /// The token is missing, or opens other lists.
    case token
    /// The hub has no such list.
    case unknownList
    /// There is nothing at the path.
    case path
    /// A list is synchronized with POST.
    case method
    /// The message is not JSON by its content type.
    case contentType
    /// The message is compressed in another way than gzip.
    case encoding
    /// The message is longer than the hub takes, or becomes so when it is decompressed.
    case bodyTooLarge
    /// The message is not JSON, or not what a device sends.
    case malformedMessage
    /// A newer Roster has written the message.
    case newerFormat
    /// The device belongs to another hub.
    case otherHub
    /// Requests came too fast.
    case requestRate
    /// Other devices are first.
    case busy
    /// The list cannot be read or written.
    case storage
  }
#endif
