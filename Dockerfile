# The sample service as an image. Build the jar first, then the image, from the root of the repository:
#   mvn -pl sample-app -am -DskipTests package && docker build -t lanewise-sample .
# An application of yours needs the same lines with another jar; docs/how-to/container.md tells why each is there.

FROM eclipse-temurin:25-jre AS layers
WORKDIR /build
COPY sample-app/target/lanewise-sample-app-*.jar app.jar
RUN java -Djarmode=tools -jar app.jar extract --layers --destination layers

FROM eclipse-temurin:25-jre
# What is relied on: the incubator module in the runtime, curl for the health check.
RUN java --list-modules | grep -q '^jdk.incubator.vector' && command -v curl
RUN groupadd --gid 10001 lanewise \
 && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /nonexistent lanewise \
 && install -d -o lanewise -g lanewise /data
WORKDIR /app
# What changes seldom first, so that a new version of the application is one small layer.
COPY --from=layers /build/layers/dependencies/ ./
COPY --from=layers /build/layers/spring-boot-loader/ ./
COPY --from=layers /build/layers/snapshot-dependencies/ ./
COPY --from=layers /build/layers/application/ ./
# With equals signs, since the JVM reads this one, not the launcher: so whatever starts a JVM here has lanes.
ENV JAVA_TOOL_OPTIONS="--add-modules=jdk.incubator.vector --enable-native-access=ALL-UNNAMED"
# Classes loaded and linked beforehand, for a faster start: the context starts once, measures nothing, and ends.
RUN java -XX:AOTCacheOutput=app.aot -Dspring.context.exit=onRefresh -jar app.jar --lanewise.engine=jdk --lanewise.sample.store=/tmp/training \
 && rm -rf /tmp/training
ENV LANEWISE_SAMPLE_STORE=/data
VOLUME /data
EXPOSE 8080
USER 10001:10001
HEALTHCHECK --start-period=60s --interval=10s --timeout=3s CMD curl -fsS -o /dev/null http://localhost:8080/actuator/health/readiness
# The heap takes 60 percent of the container's memory; the rest is for buffers of the network, threads and code.
ENTRYPOINT ["java", "-XX:MaxRAMPercentage=60", "-XX:AOTCache=app.aot", "-jar", "app.jar"]
