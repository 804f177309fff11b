package io.github.lanewise.kernel.rsa;

/**
 * A signature was computed that the public key does not confirm. The value is gone and is not in
 * this exception: a single faulty CRT signature of a known message gives the factors of the modulus
 * away (Boneh, DeMillo, Lipton: On the Importance of Checking Cryptographic Protocols for Faults,
 * 1997).
 *
 * <p>The key was checked when it was loaded, so the cause is a fault of the machine (memory, CPU),
 * of the code generated for it, or an attack.
 */
public final class FaultySignatureException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  FaultySignatureException(String keyId) {
    super(message(keyId));
  }

  FaultySignatureException(String keyId, Throwable cause) {
    super(message(keyId), cause);
  }

  private static String message(String keyId) {
    return "a signature must be confirmed by its public key, one by key " + keyId + " was not";
  }
}
