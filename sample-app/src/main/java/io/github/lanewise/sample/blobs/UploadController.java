package io.github.lanewise.sample.blobs;

import io.github.lanewise.sample.ClientConnection;
import io.github.lanewise.sample.SampleProperties;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Uploads that go on where they broke off: draft-ietf-httpbis-resumable-upload-12. A client is told
 * at once, by an interim response, where its upload is; one that cannot take these begins with
 * {@code Upload-Complete: ?0} and no bytes.
 */
@RestController
class UploadController {

  private static final String PARTIAL_UPLOAD = "application/partial-upload";

  private static final HttpResponseStatus RESUMPTION_SUPPORTED =
      HttpResponseStatus.valueOf(104, "Upload Resumption Supported");

  private final ResumableUploads uploads;
  private final BlobReceipts receipts;
  private final Duration uploadTimeout;

  UploadController(ResumableUploads uploads, BlobReceipts receipts, SampleProperties properties) {
    this.uploads = uploads;
    this.receipts = receipts;
    this.uploadTimeout = properties.uploadTimeout();
  }

  /** Makes an upload of the first bytes, or of none. */
  @PostMapping(
      path = "/blobs",
      headers = UploadFields.COMPLETE + "=?0",
      produces = MediaType.APPLICATION_JSON_VALUE)
  Mono<ResponseEntity<Object>> create(ServerHttpRequest request) {
    return create(request, ExpectedDigest.ofRepresentation(request), false);
  }

  /** Makes an upload that is to come in this one request, and can go on if it breaks off. */
  @PostMapping(
      path = "/blobs",
      headers = UploadFields.COMPLETE + "=?1",
      produces = MediaType.APPLICATION_JSON_VALUE)
  Mono<ResponseEntity<Object>> createWhole(ServerHttpRequest request) {
    return create(request, ExpectedDigest.of(request), true);
  }

  private Mono<ResponseEntity<Object>> create(
      ServerHttpRequest request, ExpectedDigest expected, boolean last) {
    return Mono.usingWhen(
        uploads
            .create(UploadFields.length(request.getHeaders()), expected)
            .map(upload -> new Creation(upload, announce(request, upload))),
        creation ->
            creation
                .upload
                .append(
                    body(request),
                    0,
                    UploadFields.contentLength(request.getHeaders()),
                    Optional.empty(),
                    last)
                .flatMap(state -> answer(creation.upload, state)),
        creation -> Mono.empty(),
        (creation, error) -> breakOff(creation),
        this::breakOff);
  }

  /** An upload, and whether its client knows where it is. */
  private record Creation(ResumableUpload upload, boolean announced) {}

  private boolean announce(ServerHttpRequest request, ResumableUpload upload) {
    return ClientConnection.of(request)
        .inform(
            RESUMPTION_SUPPORTED,
            new TreeMap<>(
                Map.of(
                    HttpHeaders.LOCATION,
                    path(upload),
                    UploadFields.LIMIT,
                    limit(upload.state()))));
  }

  /** Nobody would ever go on with an upload of which nobody knows. */
  private Mono<Void> breakOff(Creation creation) {
    return creation.announced ? Mono.empty() : uploads.remove(creation.upload);
  }

  private Mono<ResponseEntity<Object>> answer(ResumableUpload upload, UploadState state) {
    return state.complete()
        ? answer(state)
        : Mono.just(
            describe(ResponseEntity.status(HttpStatus.CREATED), state)
                .location(URI.create(path(upload)))
                .build());
  }

  private static String path(ResumableUpload upload) {
    return "/uploads/" + upload.id();
  }

  private String limit(UploadState state) {
    return "max-age=" + uploads.secondsLeft(state);
  }

  /** Appends; the last bytes are answered as if all had come at once. */
  @PatchMapping(path = "/uploads/{id}", consumes = PARTIAL_UPLOAD)
  Mono<ResponseEntity<Object>> append(@PathVariable String id, ServerHttpRequest request) {
    ResumableUpload upload = find(id);
    HttpHeaders headers = request.getHeaders();
    long offset = UploadFields.offset(headers);
    boolean last = UploadFields.complete(headers).orElse(false);
    return upload
        .append(
            body(request),
            offset,
            UploadFields.contentLength(headers),
            UploadFields.length(headers),
            last)
        .flatMap(this::answer);
  }

  private Mono<ResponseEntity<Object>> answer(UploadState state) {
    Optional<StoredBlob> blob = state.blob();
    if (blob.isEmpty()) {
      return Mono.just(describe(ResponseEntity.noContent(), state).build());
    }
    return receipts
        .answer(blob.get())
        .map(
            receipt ->
                describe(ResponseEntity.status(receipt.getStatusCode()), state)
                    .location(URI.create("/blobs/" + blob.get().digest().contentAddress()))
                    .contentType(MediaType.APPLICATION_JSON)
                    .body(receipt.getBody()));
  }

  /** Where the upload stands; what is under way ends and is kept. */
  @RequestMapping(path = "/uploads/{id}", method = RequestMethod.HEAD)
  Mono<ResponseEntity<Object>> offset(@PathVariable String id) {
    return find(id)
        .settled()
        .map(
            state -> {
              ResponseEntity.HeadersBuilder<?> answer =
                  describe(ResponseEntity.noContent(), state)
                      .header(HttpHeaders.CACHE_CONTROL, "no-store");
              state
                  .blob()
                  .ifPresent(
                      blob ->
                          answer.location(URI.create("/blobs/" + blob.digest().contentAddress())));
              return answer.<Object>build();
            })
        .switchIfEmpty(Mono.error(() -> unknown(id)));
  }

  /** The receipt of an upload that is complete, for whom the first answer did not reach. */
  @GetMapping(path = "/uploads/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
  Mono<ResponseEntity<Object>> receipt(@PathVariable String id) {
    return Mono.justOrEmpty(find(id).state().blob())
        .flatMap(receipts::answer)
        .map(receipt -> ResponseEntity.ok().<Object>body(receipt.getBody()))
        .switchIfEmpty(
            Mono.error(
                () ->
                    new ResponseStatusException(
                        HttpStatus.CONFLICT, "an upload has a receipt when it is complete")));
  }

  /** Gives an upload up. */
  @DeleteMapping("/uploads/{id}")
  Mono<ResponseEntity<Object>> cancel(@PathVariable String id) {
    return uploads.remove(find(id)).thenReturn(ResponseEntity.noContent().build());
  }

  /** Tells that {@code POST /blobs} makes resumable uploads. */
  @RequestMapping(path = "/blobs", method = RequestMethod.OPTIONS)
  ResponseEntity<Object> options() {
    return ResponseEntity.noContent()
        .header(HttpHeaders.ALLOW, "POST, OPTIONS")
        .header(HttpHeaders.ACCEPT_PATCH, PARTIAL_UPLOAD)
        .build();
  }

  private <B extends ResponseEntity.HeadersBuilder<?>> B describe(B answer, UploadState state) {
    answer.header(UploadFields.OFFSET, Long.toString(state.offset()));
    answer.header(UploadFields.COMPLETE, UploadFields.complete(state.complete()));
    answer.header(UploadFields.LIMIT, limit(state));
    if (state.length() != null) {
      answer.header(UploadFields.LENGTH, Long.toString(state.length()));
    }
    return answer;
  }

  private ResumableUpload find(String id) {
    return uploads.find(id).orElseThrow(() -> unknown(id));
  }

  private static ResponseStatusException unknown(String id) {
    return new ResponseStatusException(
        HttpStatus.NOT_FOUND, "no upload here has the id '%s', or it has expired".formatted(id));
  }

  private Flux<DataBuffer> body(ServerHttpRequest request) {
    return ClientConnection.of(request).withReadTimeout(request.getBody(), uploadTimeout);
  }
}
