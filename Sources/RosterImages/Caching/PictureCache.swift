internal import RosterMounting

/// The pictures that were used last, as many as have room.
struct PictureCache {
  /// A picture in the chain from the one that was used last to the one that goes next.
  private struct Link {
    let request: ImageRequest
    var picture: Picture
    var newer: Int?
    var older: Int?
  }

  /// The largest sum of the bytes of all pictures.
  let byteCountMax: Int
  /// The sum of the bytes of all pictures.
  private(set) var byteCount = 0
  private var indices: [ImageRequest: Int] = [:]
  private var links: [Link?] = []
  private var free: [Int] = []
  private var newest: Int?
  private var oldest: Int?

  init(byteCountMax: Int) { self.byteCountMax = max(0, byteCountMax) }

  /// The number of pictures.
  var count: Int { indices.count }

  /// Returns a picture, which is then the one that was used last.
  ///
  /// - Complexity: O(1).
  mutating func picture(for request: ImageRequest) -> Picture? {
    guard let index = indices[request] else { return nil }
    let picture = links[index]?.picture
    detach(index)
    attach(index)
    return picture
  }

  /// Keeps a picture, and lets those go for which there is no room left. A picture that has no room
  /// at all is not kept.
  mutating func insert(_ picture: Picture, for request: ImageRequest) {
    remove(request)
    let cost = picture.bytes.count
    guard cost <= byteCountMax else { return }
    while byteCount > byteCountMax - cost, let last = oldest.flatMap({ links[$0] }) {
      remove(last.request)
    }
    let link = Link(request: request, picture: picture)
    let index: Int
    if let reused = free.popLast() {
      index = reused
      links[index] = link
    } else {
      index = links.count
      links.append(link)
    }
    indices[request] = index
    byteCount += cost
    attach(index)
  }

  /// Lets a picture go.
  mutating func remove(_ request: ImageRequest) {
    guard let index = indices.removeValue(forKey: request) else { return }
    byteCount -= links[index]?.picture.bytes.count ?? 0
    detach(index)
    links[index] = nil
    free.append(index)
  }

  /// Lets all pictures go.
  mutating func removeAll() { self = PictureCache(byteCountMax: byteCountMax) }

  private mutating func attach(_ index: Int) {
    links[index]?.older = newest
    links[index]?.newer = nil
    if let newest { links[newest]?.newer = index }
    newest = index
    if oldest == nil { oldest = index }
  }

  private mutating func detach(_ index: Int) {
    let (newer, older) = (links[index]?.newer, links[index]?.older)
    if let newer { links[newer]?.older = older } else { newest = older }
    if let older { links[older]?.newer = newer } else { oldest = newer }
    links[index]?.newer = nil
    links[index]?.older = nil
  }
}
