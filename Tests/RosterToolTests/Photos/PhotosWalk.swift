import Testing

/// A walk through the application, part by part.
struct PhotosWalk: CustomTestStringConvertible {
  /// A part of the walk, in the middle of which the program is killed.
  struct Part {
    let name: String
    /// The fault that the server is asked for.
    var fault = ""
    /// What the user does, from the screen on that the part before has left.
    var steps = ""
    /// What the user sees when the program is killed.
    let shows: String
    /// A pattern of what the file has then; what is typed is on the screen before it is in the file.
    var stored: String?
    /// What the user sees when the program is started again, and the fault of the server then; `nil` for the same
    /// screen and the same fault.
    var resumes: (fault: String, shows: String)?
  }

  let testDescription: String
  let parts: [Part]

  /// Until the photos have been fetched anew, as after each start.
  private static let fetched = "--wait 'revision FETCHED'"
  /// From here on the server answers nothing.
  private static let hold = "--run 'kill -STOP $(cat server)'"
  /// From the start to the first photo, or to the button below no photos.
  private static let toFirst = "Tab Tab Tab Tab Tab Tab"

  static let all = [withoutPhotos, ofPhotos]

  private static let withoutPhotos = PhotosWalk(
    testDescription: "before there are photos",
    parts: [
      Part(
        name: "loading", fault: "?delay=60000", shows: "--wait 'Loading photos'",
        resumes: ("?delay=60000", "--wait 'Loading photos'")),
      Part(
        name: "error", fault: "?status=503",
        shows: "--wait 'No photos: the server answers 503.' --wait '[retry]'"),
      Part(
        name: "retry", fault: "?status=503",
        steps: "--wait '[retry]' \(hold) --keys '\(toFirst) Enter'",
        shows: "--gone '[retry]' --wait 'Loading photos'",
        resumes: ("", "--wait '♡ favourite' \(fetched)")),
    ])

  /// The page of a photo has its place twice, in the header and, behind a point, in the line below the picture. The
  /// header has it while the photo is still being loaded, which a program that is killed then does not resume.
  private static let ofPhotos = PhotosWalk(
    testDescription: "through photos and back",
    parts: [
      Part(
        name: "paging",
        steps: "--wait '♡ favourite' \(fetched) \(hold) --keys / --type zzz",
        shows: "--wait '0 photos, 30 hidden' --wait 'Loading photos'",
        resumes: ("", "--wait '0 photos, 100 hidden' --wait 'There are no photos here'")),
      Part(
        name: "search", steps: "\(fetched) --keys '/ C-u' --type harb",
        shows: "--wait 'Harbour' --wait 'hidden by the filter'",
        stored: "text...harb"),
      Part(
        // Not by Escape, which is the key alone only if nothing follows it at once.
        name: "sort", steps: "\(fetched) --keys '/ C-u BTab' --wait '100 photos ' --keys o",
        shows: "--wait '[title]'"),
      Part(
        name: "favourite", steps: "\(fetched) --keys '\(toFirst) f'",
        shows: "--wait '♥ favourite'"),
      Part(name: "filter", steps: "\(fetched) --keys h", shows: "--wait '1 photo, 99 hidden'"),
      Part(
        name: "grid", steps: "\(fetched) --keys 'h g'",
        shows: "--wait '[grid]' --wait 'Bright Lighthouse at…'"),
      Part(
        name: "detail",
        steps: "\(fetched) --keys g --wait '♥ favourite' --keys '\(toFirst) Enter'",
        shows: "--wait 'No comments' --wait '· 1 of 100'"),
      Part(
        name: "draft", steps: "--wait 'No comments' --keys c --type 'What a li'",
        shows: "--wait 'What a li'", stored: "text...What a li"),
      Part(
        name: "comment", steps: "--wait 'What a li' --keys 'c End' --type 'ght!' --keys Enter",
        shows: "--wait '1 comment' --wait 'What a light!' --wait 'Write a comment'"),
      Part(name: "zoom", steps: "--wait '1 comment' --keys '+'", shows: "--wait '2×'"),
      Part(
        name: "next", steps: "--wait '2×' --keys '-' --gone '2×' --keys Right",
        shows: "--wait '· 2 of 100' --wait 'No comments'"),
      Part(name: "back", steps: "--wait ' 2 of 100' --keys Escape", shows: "--wait '♥ favourite'"),
      Part(
        name: "refresh", steps: "\(fetched) \(hold) --keys r", shows: "--wait ⠋",
        resumes: ("", fetched)),
      Part(
        name: "refresh that fails", fault: "?status=503",
        shows: "--wait 'Not refreshed: the server answers 503.' --wait '[retry]'"),
    ])
}
