#if Postgres
  internal import RosterCore
  internal import RosterRows

  extension StorageError {
    /// Makes the error that a user of a list gets for an error of the server.
    ///
    /// - Parameter place: The server, which every message names.
    init(_ error: any Error, place: String) {
      if let error = error as? StorageError {
        self = error
        if !message.hasPrefix(place) { message = "\(place): \(message)" }
        return
      }
      let (code, message) =
        switch error {
        case let error as PostgresFailure: Self.meaning(of: error)
        case let error as DamagedRow: Self.damaged(error.description)
        default: (Code.failed, "\(error)")
        }
      self.init(code, "\(place): \(message)", cause: error)
    }

    private static func meaning(of failure: PostgresFailure) -> (Code, String) {
      let detail = failure.description
      switch failure.kind {
      case .unreachable:
        return (
          .unreadable,
          "cannot be reached (\(detail)); does the server run, and may you use the database?"
        )
      case .lost:
        return (
          .failed, "the connection was lost (\(detail)); what was sent may or may not be stored"
        )
      case .unanswered:
        return (.failed, "\(detail); what was sent may or may not be stored")
      case .refused: return meaning(ofState: failure.state, detail)
      }
    }

    private static func meaning(ofState state: String, _ detail: String) -> (Code, String) {
      switch state {
      case "RS001": return (.stale, "another writer has changed the list; open it again")
      case "RS002": return damaged(detail)
      case "53100": return (.full, "no room left; nothing was changed. Make room and try again")
      case "55P03", "57014", "40001", "40P01":
        return (.busy, "locked by another connection; nothing was changed. Try again later")
      case "25006", "42501":
        return (.readOnly, "may not be written (\(detail)); check the rights of the role")
      case "22021": return (.unencodable, "a text is none that the database may hold (\(detail))")
      default: break
      }
      switch state.prefix(2) {
      case "54": return (.unencodable, "a value is larger than a row may be (\(detail))")
      case "23": return damaged("a row contradicts the list, \(detail)")
      case "XX": return damaged(detail)
      // All SQL is fixed, so a missing table or column is missing from the schema.
      case "42", "3F": return damaged(detail)
      default: return (.failed, detail)
      }
    }

    private static func damaged(_ detail: String) -> (Code, String) {
      (.corrupt, "the database is damaged (\(detail)); restore it from a copy")
    }
  }
#endif
