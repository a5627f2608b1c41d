/// Three numbers out of three others: red, green and blue light as X, Y and Z, or the way back.
struct ColorMatrix {
  private let columns: [SIMD3<Double>]

  init(_ first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>) {
    columns = [first, second, third]
  }

  init(diagonal: SIMD3<Double>) {
    self.init([diagonal.x, 0, 0], [0, diagonal.y, 0], [0, 0, diagonal.z])
  }

  static func * (matrix: ColorMatrix, vector: SIMD3<Double>) -> SIMD3<Double> {
    matrix.columns[0] * vector.x + matrix.columns[1] * vector.y + matrix.columns[2] * vector.z
  }

  static func * (left: ColorMatrix, right: ColorMatrix) -> ColorMatrix {
    ColorMatrix(left * right.columns[0], left * right.columns[1], left * right.columns[2])
  }

  /// The matrix that leads back; `nil` if several colours become one.
  var inverse: ColorMatrix? {
    let (a, b, c) = (columns[0], columns[1], columns[2])
    let rows = [Self.cross(b, c), Self.cross(c, a), Self.cross(a, b)]
    let determinant = (a * rows[0]).sum()
    guard abs(determinant) > 1e-9 else { return nil }
    return ColorMatrix(
      [rows[0].x, rows[1].x, rows[2].x] / determinant,
      [rows[0].y, rows[1].y, rows[2].y] / determinant,
      [rows[0].z, rows[1].z, rows[2].z] / determinant)
  }

  private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    [a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x]
  }
}
